import type { Token } from '#contract/access/token.ts';
import { standingCell } from './access-words.ts';
import { shownTime } from './shown-time.ts';
import type { Cell, Table } from './table.ts';
import type { Terminal } from './terminal.ts';

type Names = {
  group: (id: string) => string;
  /** Absent: whose they are is clear. */
  driver?: (id: string) => string;
};

/** Tokens, of which only the end is ever shown. */
export function tokenTable(terminal: Terminal, tokens: readonly Token[], names: Names): Table {
  const { text } = terminal;
  const { columns, types } = text.token;
  const { driver } = names;
  return {
    columns: [
      { title: columns.token },
      { title: columns.label },
      { title: columns.type, isFlexible: true, isOptional: true },
      ...(driver === undefined ? [] : [{ title: columns.driver, isFlexible: true }]),
      { title: columns.group, isFlexible: true, isOptional: true },
      { title: columns.state },
      { title: columns.used, isOptional: true },
      { title: columns.note, isFlexible: true, isOptional: true },
    ],
    rows: tokens.map((token): Cell[] => [
      { text: token.id, tone: 'strong' },
      token.label,
      types[token.type],
      ...(driver === undefined ? [] : [token.driverId === null ? '' : driver(token.driverId)]),
      token.groupId === null ? '' : names.group(token.groupId),
      standingCell(terminal, token),
      shownTime(terminal, token.lastUsedAt),
      token.note ?? '',
    ]),
  };
}
