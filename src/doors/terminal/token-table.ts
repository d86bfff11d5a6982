import type { Token } from '#contract/access/token.ts';
import { standingCell } from './access-words.ts';
import { type ColumnOf, strong, type Table, tableOf } from './table.ts';
import type { Terminal } from './terminal.ts';
import { shownTime } from './times.ts';

type Names = {
  group: (id: string) => string;
  /** Absent: whose they are is clear. */
  driver?: (id: string) => string;
};

/** Tokens, of which only the end is ever shown. */
export function tokenTable(terminal: Terminal, tokens: readonly Token[], names: Names): Table {
  const { titles, token: words } = terminal.text;
  const { driver } = names;
  const driverColumn: ColumnOf<Token>[] =
    driver === undefined ? [] : [[titles.driver, ({ driverId }) => driverId && driver(driverId), 'flexible']];
  return tableOf(tokens, [
    [titles.token, ({ id }) => strong(id)],
    [titles.label, ({ label }) => label],
    [titles.type, ({ type }) => words.types[type], 'flexible optional'],
    ...driverColumn,
    [titles.group, ({ groupId }) => groupId && names.group(groupId), 'flexible optional'],
    [titles.standing, (token) => standingCell(terminal, token)],
    [titles.lastUsed, ({ lastUsedAt }) => shownTime(terminal, lastUsedAt), 'optional'],
    [titles.note, ({ note }) => note, 'flexible optional'],
  ]);
}
