import { defined } from '#base/present.ts';
import type { TokenChange, TokenType } from '#contract/access/token.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { driverIdOf, groupIdOf, tokenIdOf, tokenValueOf } from '../find-named.ts';
import { orNull, readAmount, somethingOf, timeOrNull } from '../read-access.ts';
import type { ServerOptions } from '../server-address.ts';
import { tellDone } from '../show-list.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };

export type TokenOptions = {
  driver?: string;
  group?: string;
  note?: string;
  from?: string;
  until?: string;
  language?: string;
  tariff?: string;
  credit?: string;
};

async function changeOf(terminal: Terminal, api: Api, options: TokenOptions): Promise<TokenChange> {
  const { driver, group, note, from, until, language, tariff, credit } = options;
  return {
    note: orNull(note),
    driverId: driver === undefined || driver === '' ? orNull(driver) : await driverIdOf(terminal, api, driver),
    groupId: group === undefined || group === '' ? orNull(group) : await groupIdOf(terminal, api, group),
    validFrom: timeOrNull(terminal, '--from', from),
    expiresAt: timeOrNull(terminal, '--until', until),
    language: orNull(language),
    tariffId: orNull(tariff),
    credit:
      credit === undefined || credit === ''
        ? orNull(credit)
        : readAmount(terminal, { name: '--credit', value: credit }),
  };
}

export type TokenAddOptions = ShowOptions &
  TokenOptions & { value?: string | undefined; type?: TokenType; blocked?: boolean };

/** Without a value one is made, which is shown this once. */
export async function tokenAdd(terminal: Terminal, options: TokenAddOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { type, blocked: isBlocked } = options;
  const value = options.value === undefined ? undefined : await tokenValueOf(terminal, options.value);
  const said = defined({ ...(await changeOf(terminal, api, options)), value, type, isBlocked });
  const added = await api.call(tokenApi.add, { body: said });
  const { token } = added;
  tellDone(terminal, options, added, terminal.text.token.added(visible(token.label), token.id));
  if (added.value !== null && !options.json)
    terminal.out(`${terminal.text.token.made}\n\n  ${terminal.paint('strong', visible(added.value))}\n`);
  return done;
}

export async function tokenChange(terminal: Terminal, options: ShowOptions & TokenOptions & { token: string }) {
  const api = openApi(terminal, options);
  const change = somethingOf(terminal, await changeOf(terminal, api, options));
  const token = await api.call(tokenApi.change, {
    params: { id: await tokenIdOf(terminal, api, options.token) },
    body: defined(change),
  });
  return tellDone(terminal, options, token, terminal.text.token.changed(visible(token.label)));
}

export async function tokenBlock(terminal: Terminal, options: ShowOptions & { token: string }, isBlocked: boolean) {
  const api = openApi(terminal, options);
  const token = await api.call(tokenApi.change, {
    params: { id: await tokenIdOf(terminal, api, options.token) },
    body: { isBlocked },
  });
  const { blocked, unblocked } = terminal.text.token;
  return tellDone(terminal, options, token, (isBlocked ? blocked : unblocked)(visible(token.label)));
}

export async function tokenRemove(terminal: Terminal, options: ShowOptions & { token: string }): Promise<number> {
  const api = openApi(terminal, options);
  const token = await api.call(tokenApi.remove, { params: { id: await tokenIdOf(terminal, api, options.token) } });
  return tellDone(terminal, options, token, terminal.text.token.removed(visible(token.label)));
}
