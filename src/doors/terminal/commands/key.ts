import type { Key, PrincipalKind, Role } from '#contract/agents/principal.ts';
import { keyApi } from '#contract/api/keys.ts';
import { openApi } from '../api.ts';
import { optionReader, type ShowOptions } from '../read-options.ts';
import { type Cell, quiet, show, showList, strong, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

type CreateOptions = ShowOptions & {
  name: string;
  kind: PrincipalKind;
  role: Role;
  scope?: string[];
  site?: string[];
  expires?: string;
  approvesByElicitation?: boolean;
};

export async function keyCreate(terminal: Terminal, options: CreateOptions): Promise<number> {
  const { text, paint, clock } = terminal;
  const { name, kind, role, scope: scopes = [], site: sites, approvesByElicitation } = options;
  const validMs = optionReader(terminal, options).durationMs('expires');
  const expiresAt = validMs === undefined ? null : new Date(clock.now().getTime() + validMs).toISOString();
  const created = await openApi(terminal, options).call(keyApi.create, {
    body: { name, kind, role, scopes, sites, expiresAt, approvesByElicitation },
  });
  return show(terminal, options, created, () => [
    text.key.created(visible(created.key.name), created.key.id),
    `\n  ${paint('strong', visible(created.secret))}\n`,
  ]);
}

export async function keyList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(keyApi.list);
  const { titles, key: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.keys, [
        [titles.keyId, ({ id }) => strong(id)],
        [titles.name, ({ name }) => name, 'flexible'],
        [titles.kind, ({ kind }) => words.kind[kind]],
        [titles.role, ({ role }) => words.role[role]],
        [titles.scopes, ({ scopes }) => scopes.join(', ') || words.everything, 'flexible optional'],
        [titles.expires, ({ expiresAt }) => shownTime(terminal, expiresAt)],
        [titles.lastUsed, ({ lastUsedAt }) => shownTime(terminal, lastUsedAt), 'optional'],
        [titles.state, (key) => stateOf(terminal, key)],
      ]),
  });
}

function stateOf({ text, clock }: Terminal, { revokedAt, expiresAt }: Key): Cell {
  if (revokedAt !== null) return quiet(text.key.revoked);
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= clock.now().getTime();
  return hasExpired ? quiet(text.key.expired) : { text: text.key.valid, tone: 'good' };
}

export async function keyRevoke(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const key = await openApi(terminal, options).call(keyApi.revoke, { params: { id: options.id } });
  return show(terminal, options, key, () => [terminal.text.key.ended(visible(key.name), key.id)]);
}
