import type { RefusalList, Token } from '#contract/access/token.ts';
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
  groupNames,
  ifAllowed,
  tokenIdOf,
  tokenValueOf,
} from '../find-named.ts';
import { json } from '../json.ts';
import { decimalText } from '../money.ts';
import { readNumber } from '../read-input.ts';
import { readSince } from '../read-time.ts';
import type { ServerOptions } from '../server-address.ts';
import { placeOf } from '../session-words.ts';
import { showList } from '../show-list.ts';
import { fullTime } from '../shown-time.ts';
import { type Cell, renderFields, type Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { tokenTable } from '../token-table.ts';

type ShowOptions = ServerOptions & { json?: boolean };

export type TokenListOptions = ShowOptions & { driver?: string; group?: string; blocked?: boolean; limit?: string };

export async function tokenList(terminal: Terminal, options: TokenListOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { driver, group, blocked } = options;
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '100' }, [1, 1000]);
  const list = await api.call(tokenApi.list, {
    query: {
      driverId: driver === undefined ? undefined : await driverIdOf(terminal, api, driver),
      groupId: group === undefined ? undefined : await groupIdOf(terminal, api, group),
      isBlocked: blocked,
      limit,
    },
  });
  const names = {
    group: await groupNames(api),
    driver: await driverNames(
      terminal,
      api,
      list.tokens.map(({ driverId }) => driverId),
    ),
  };
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
  if (options.json) terminal.out(json(token));
  else terminal.out(renderFields(await fieldsOf(terminal, api, token), terminal.paint).join('\n'));
  return done;
}

async function fieldsOf(terminal: Terminal, api: Api, token: Token): Promise<[string, Cell][]> {
  const { text, language } = terminal;
  const { columns, fields, types, ofDriver } = text.token;
  const nameOf = await groupNames(api);
  const driver =
    token.driverId === null ? null : await ifAllowed(api.call(driverApi.get, { params: { id: token.driverId } }), null);
  const driverGroup = typeof driver?.groupId === 'string' ? ofDriver(nameOf(driver.groupId)) : null;
  const rows: [string, Cell | null][] = [
    [columns.token, { text: token.id, tone: 'strong' }],
    [columns.label, token.label],
    [columns.type, types[token.type]],
    [columns.state, standingCell(terminal, token)],
    [columns.driver, driver === null ? token.driverId : driverName(terminal, driver)],
    [columns.group, token.groupId === null ? driverGroup : nameOf(token.groupId)],
    [fields.validFrom, token.validFrom === null ? null : fullTime(terminal, token.validFrom)],
    [fields.expiresAt, token.expiresAt === null ? null : fullTime(terminal, token.expiresAt)],
    [fields.language, token.language],
    [fields.tariff, token.tariffId],
    [fields.credit, token.credit === null ? null : decimalText(token.credit, language)],
    [columns.note, token.note],
    [columns.used, lastUsed(terminal, token)],
    [fields.created, fullTime(terminal, token.createdAt)],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function lastUsed(terminal: Terminal, { lastUsedAt, lastUsedStationId }: Token): string {
  return [fullTime(terminal, lastUsedAt), ...(lastUsedStationId === null ? [] : [lastUsedStationId])].join(', ');
}

export type RefusalOptions = ShowOptions & {
  station?: string;
  token?: string;
  driver?: string;
  since?: string;
  limit?: string;
};

export async function tokenRefusals(terminal: Terminal, options: RefusalOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { station: stationId, token, driver, since } = options;
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '50' }, [1, 1000]);
  const list = await api.call(tokenApi.refusals, {
    query: {
      stationId,
      tokenId: token === undefined ? undefined : await refusedToken(terminal, api, token),
      driverId: driver === undefined ? undefined : await driverIdOf(terminal, api, driver),
      from: since === undefined ? undefined : readSince(terminal, since),
      limit,
    },
  });
  const { none, more } = terminal.text.refusal;
  const hasAny = list.refusals.length > 0;
  const names = {
    group: hasAny ? await groupNames(api) : (id: string) => id,
    driver: await driverNames(
      terminal,
      api,
      list.refusals.map(({ facts }) => driverOf(facts)),
    ),
  };
  showList(terminal, options, {
    value: list,
    none,
    table: () => refusalTable(terminal, list.refusals, names),
    more: list.refusals.length < limit ? undefined : more(String(limit)),
  });
  if (hasAny && !options.json) terminal.err(adviceLines(terminal, list.refusals).join('\n'));
  return done;
}

/** What to do about each reason, once. */
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

function driverOf({ driverId }: Readonly<Record<string, unknown>>): string | null {
  return typeof driverId === 'string' ? driverId : null;
}

type Refusals = RefusalList['refusals'];

function refusalTable(terminal: Terminal, refusals: Refusals, names: Parameters<typeof factWords>[2]): Table {
  const { columns, reasons } = terminal.text.refusal;
  return {
    columns: [
      { title: columns.at },
      { title: columns.station, isFlexible: true },
      { title: columns.token, isFlexible: true },
      { title: columns.reason },
      { title: columns.facts, isFlexible: true, isOptional: true },
    ],
    rows: refusals.map(({ at, stationId, evseId, tokenId, reason, facts }): Cell[] => [
      { text: localTime(at), tone: 'quiet' },
      [stationId, placeOf({ evseId, connectorId: null })].join(' ').trim(),
      tokenId ?? '',
      { text: reasons[reason], tone: 'bad' },
      factWords(terminal, facts, names).join(', '),
    ]),
  };
}
