import type { AuditOutcome, AuditRecord } from '#contract/agents/audit.ts';
import { systemApi } from '#contract/api/system.ts';
import { openApi } from '../api.ts';
import { principalNames } from '../find-named.ts';
import type { Tone } from '../paint.ts';
import { readNumber } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import { showList } from '../show-list.ts';
import type { Cell, Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';

export type AuditListOptions = ServerOptions & {
  json?: boolean;
  principal?: string;
  action?: string;
  outcome?: AuditOutcome;
  limit?: string;
};

export async function auditList(terminal: Terminal, options: AuditListOptions): Promise<number> {
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '50' }, [1, 1000]);
  const api = openApi(terminal, options);
  const { principal, action, outcome } = options;
  const page = await api.call(systemApi.audit, {
    query: {
      limit,
      ...(principal !== undefined && { principal }),
      ...(action !== undefined && { action }),
      ...(outcome !== undefined && { outcome }),
    },
  });
  const names = options.json ? (id: string) => id : await principalNames(api);
  const { none, more } = terminal.text.auditTrail;
  return showList(terminal, options, {
    value: page,
    none,
    table: () => tableOf(terminal, page.entries, names),
    more: page.next === null ? undefined : more(String(limit)),
  });
}

const tones = { done: 'good', refused: 'warning', failed: 'bad' } as const satisfies Record<AuditOutcome, Tone>;

function tableOf({ text }: Terminal, entries: readonly AuditRecord[], names: (id: string) => string): Table {
  const { columns, outcomes } = text.auditTrail;
  return {
    columns: [
      { title: columns.time },
      { title: columns.by, isFlexible: true },
      { title: columns.door, isOptional: true },
      { title: columns.action, isFlexible: true },
      { title: columns.subject, isFlexible: true },
      { title: columns.outcome },
    ],
    rows: entries.map((entry): Cell[] => [
      { text: localTime(entry.at), tone: 'quiet' },
      names(entry.principal),
      entry.door,
      entry.action,
      entry.subject ?? '',
      { text: outcomes[entry.outcome], tone: tones[entry.outcome] },
    ]),
  };
}
