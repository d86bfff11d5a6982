import { defined } from '#base/present.ts';
import type { RefusalList, Token, TokenChange, TokenType } from '#contract/access/token.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { factWords, standingCell } from '../access-words.ts';
import { type Api, openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import {
  driverIdOf,
  driverName,
  driverNames,
  groupIdOf,
  groupIdOrNull,
  groupNames,
  ifAllowed,
  tokenIdOf,
  tokenValueOf,
} from '../find-named.ts';
import { decimalText } from '../money.ts';
import { optionReader, orNull, readAmount, type ShowOptions, somethingOf, type Texts } from '../read-options.ts';
import { placeOf } from '../session-words.ts';
import { type Cell, fieldLines, quiet, show, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { fullTime, localTime } from '../times.ts';
import { tokenTable } from '../token-table.ts';
import { visible } from '../visible.ts';

type ListOptions = ShowOptions & Texts<'driver' | 'group' | 'limit'> & { blocked?: boolean };

export async function tokenList(terminal: Terminal, options: ListOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { driver, group, blocked } = options;
  const limit = optionReader(terminal, options).limit(100);
  const list = await api.call(tokenApi.list, {
    query: {
      driverId: driver === undefined ? undefined : await driverIdOf(terminal, api, driver),
      groupId: group === undefined ? undefined : await groupIdOf(terminal, api, group),
      isBlocked: blocked,
      limit,
    },
  });
  const driverIds = list.tokens.map(({ driverId }) => driverId);
  const names = { group: await groupNames(api), driver: await driverNames(terminal, api, driverIds) };
  const { none, more } = terminal.text.token;
  return showList(terminal, options, {
    value: list,
    none,
    table: () => tokenTable(terminal, list.tokens, names),
    more: list.next === null ? undefined : more(String(limit)),
  });
}

export async function tokenShow(terminal: Terminal, options: ShowOptions & { token: string }): Promise<number> {
  const api = openApi(terminal, options);
  const token = await api.call(tokenApi.get, { params: { id: await tokenIdOf(terminal, api, options.token) } });
  return show(terminal, options, token, async () => fieldLines(terminal, await fieldsOf(terminal, api, token)));
}

async function fieldsOf(terminal: Terminal, api: Api, token: Token): Promise<[string, Cell | null][]> {
  const { text, language } = terminal;
  const { titles } = text;
  const { types, ofDriver } = text.token;
  const nameOf = await groupNames(api);
  const driver =
    token.driverId === null ? null : await ifAllowed(api.call(driverApi.get, { params: { id: token.driverId } }), null);
  const driverGroup = typeof driver?.groupId === 'string' ? ofDriver(nameOf(driver.groupId)) : null;
  const { groupId, validFrom, expiresAt, credit, lastUsedAt, lastUsedStationId } = token;
  return [
    [titles.token, strong(token.id)],
    [titles.label, token.label],
    [titles.type, types[token.type]],
    [titles.standing, standingCell(terminal, token)],
    [titles.driver, driver === null ? token.driverId : driverName(terminal, driver)],
    [titles.group, groupId === null ? driverGroup : nameOf(groupId)],
    [titles.validFrom, validFrom && fullTime(terminal, validFrom)],
    [titles.validUntil, expiresAt && fullTime(terminal, expiresAt)],
    [titles.language, token.language],
    [titles.ownTariff, token.tariffId],
    [titles.credit, credit && decimalText(credit, language)],
    [titles.note, token.note],
    [titles.lastUsed, fullTime(terminal, lastUsedAt) + (lastUsedStationId === null ? '' : `, ${lastUsedStationId}`)],
    [titles.added, fullTime(terminal, token.createdAt)],
  ];
}

type RefusalOptions = ShowOptions & Texts<'station' | 'token' | 'driver' | 'since' | 'limit'>;
type Refusals = RefusalList['refusals'];

export async function tokenRefusals(terminal: Terminal, options: RefusalOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { station, token, driver } = options;
  const read = optionReader(terminal, options);
  const limit = read.limit(50);
  const list = await api.call(tokenApi.refusals, {
    query: {
      stationId: station,
      tokenId: token === undefined ? undefined : await refusedToken(terminal, api, token),
      driverId: driver === undefined ? undefined : await driverIdOf(terminal, api, driver),
      from: read.since(),
      limit,
    },
  });
  const { titles, refusal: words } = terminal.text;
  const hasAny = list.refusals.length > 0;
  const driverIds = list.refusals.map(({ facts: { driverId } }) => (typeof driverId === 'string' ? driverId : null));
  const names = {
    group: hasAny ? await groupNames(api) : (id: string) => id,
    driver: await driverNames(terminal, api, driverIds),
  };
  const placeWords = ({ stationId, evseId }: Refusals[number]) =>
    [stationId, placeOf({ evseId, connectorId: null })].join(' ').trim();
  showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.refusals, [
        [titles.when, ({ at }) => quiet(localTime(at))],
        [titles.station, placeWords, 'flexible'],
        [titles.token, ({ tokenId }) => tokenId, 'flexible'],
        [titles.why, ({ reason }) => ({ text: words.reasons[reason], tone: 'bad' })],
        [titles.facts, ({ facts }) => factWords(terminal, facts, names).join(', '), 'flexible optional'],
      ]),
    more: list.refusals.length < limit ? undefined : terminal.text.list.newest(limit),
  });
  if (hasAny && !options.json) terminal.err(adviceLines(terminal, list.refusals).join('\n'));
  return done;
}

function adviceLines({ text, paint }: Terminal, refusals: Refusals): string[] {
  const { reasons, advice } = text.refusal;
  const told = [...new Set(refusals.map(({ reason }) => reason))];
  return ['', ...told.map((reason) => `${paint('strong', reasons[reason])}: ${advice[reason]}`)];
}

/** One that nobody entered was refused too: its hash finds it. */
async function refusedToken(terminal: Terminal, api: Api, given: string): Promise<string> {
  return given.startsWith('tok_')
    ? given
    : (await api.call(tokenApi.hash, { body: { value: await tokenValueOf(terminal, given) } })).hash;
}

type OfToken = ShowOptions & { token: string };
type TokenOptions = ShowOptions &
  Texts<'driver' | 'group' | 'note' | 'from' | 'until' | 'language' | 'tariff' | 'credit'>;

async function changeOf(terminal: Terminal, api: Api, options: TokenOptions): Promise<TokenChange> {
  const { driver, group, note, language, tariff, credit } = options;
  const read = optionReader(terminal, options);
  return {
    note: orNull(note),
    driverId: driver === undefined || driver === '' ? orNull(driver) : await driverIdOf(terminal, api, driver),
    groupId: await groupIdOrNull(terminal, api, group),
    validFrom: read.timeOrNull('from'),
    expiresAt: read.timeOrNull('until'),
    language: orNull(language),
    tariffId: orNull(tariff),
    credit: credit ? readAmount(terminal, { name: '--credit', value: credit }) : orNull(credit),
  };
}

type AddOptions = TokenOptions & { value?: string | undefined; type?: TokenType; blocked?: boolean };

/** Without a value one is made, which is shown this once. */
export async function tokenAdd(terminal: Terminal, options: AddOptions): Promise<number> {
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

export async function tokenChange(terminal: Terminal, options: TokenOptions & OfToken): Promise<number> {
  const api = openApi(terminal, options);
  const change = somethingOf(terminal, await changeOf(terminal, api, options));
  const params = { id: await tokenIdOf(terminal, api, options.token) };
  const token = await api.call(tokenApi.change, { params, body: defined(change) });
  return tellDone(terminal, options, token, terminal.text.token.changed(visible(token.label)));
}

export async function tokenBlock(terminal: Terminal, options: OfToken & { isBlocked: boolean }): Promise<number> {
  const { isBlocked } = options;
  const api = openApi(terminal, options);
  const params = { id: await tokenIdOf(terminal, api, options.token) };
  const token = await api.call(tokenApi.change, { params, body: { isBlocked } });
  const { blocked, unblocked } = terminal.text.token;
  return tellDone(terminal, options, token, (isBlocked ? blocked : unblocked)(visible(token.label)));
}

export async function tokenRemove(terminal: Terminal, options: OfToken): Promise<number> {
  const api = openApi(terminal, options);
  const token = await api.call(tokenApi.remove, { params: { id: await tokenIdOf(terminal, api, options.token) } });
  return tellDone(terminal, options, token, terminal.text.token.removed(visible(token.label)));
}
