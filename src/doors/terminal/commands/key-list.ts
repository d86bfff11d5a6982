import type { Key } from '#contract/agents/principal.ts';
import { keyApi } from '#contract/api/keys.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { shownTime } from '../shown-time.ts';
import { type Cell, renderTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export type KeyListOptions = ServerOptions & { json?: boolean };

export async function keyList(terminal: Terminal, options: KeyListOptions): Promise<number> {
  const list = await openApi(terminal, options).call(keyApi.list);
  if (options.json) terminal.out(json(list));
  else if (list.keys.length === 0) terminal.err(terminal.text.key.none);
  else terminal.out(render(terminal, list.keys).join('\n'));
  return done;
}

function render(terminal: Terminal, keys: readonly Key[]): string[] {
  const { columns } = terminal.text.key;
  return renderTable(
    {
      columns: [
        { title: columns.id },
        { title: columns.name, isFlexible: true },
        { title: columns.kind },
        { title: columns.role },
        { title: columns.scopes, isFlexible: true, isOptional: true },
        { title: columns.expires },
        { title: columns.lastUsed, isOptional: true },
        { title: columns.state },
      ],
      rows: keys.map((key) => rowOf(terminal, key)),
    },
    { width: terminal.size()?.columns, paint: terminal.paint },
  );
}

function rowOf(terminal: Terminal, key: Key): Cell[] {
  const { text } = terminal;
  return [
    { text: key.id, tone: 'strong' },
    key.name,
    text.key.kind[key.kind],
    text.key.role[key.role],
    key.scopes.length === 0 ? text.key.everything : key.scopes.join(', '),
    shownTime(terminal, key.expiresAt),
    shownTime(terminal, key.lastUsedAt),
    stateOf(terminal, key),
  ];
}

function stateOf({ text, clock }: Terminal, { revokedAt, expiresAt }: Key): Cell {
  if (revokedAt !== null) return { text: text.key.revoked, tone: 'quiet' };
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= clock.now().getTime();
  return hasExpired ? { text: text.key.expired, tone: 'quiet' } : { text: text.key.valid, tone: 'good' };
}
