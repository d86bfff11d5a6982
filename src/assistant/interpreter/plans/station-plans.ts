import type { IntentOf, Period, StationFilter } from '../intent.ts';
import { addDays, dayIn, momentOf } from '../spot/calendar.ts';
import { nameKey } from '../spot/fold.ts';
import { cardsOf, siteNamed, stationNamed, tokenIdNamed, whoOrWhere } from './named.ts';
import { type Answer, type Asking, askAll, askOne, type Plan, type Setting } from './plan.ts';
import { namesIn, numberAt, objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { countedTable, energyText, numberText, plain, rowTable, table, timeOf, timeText, wordOf } from './show.ts';

const pageSize = 25;

export const filterArguments: Record<StationFilter, Row> = {
  faulted: { status: 'faulted' },
  unavailable: { status: 'unavailable' },
  charging: { status: 'occupied' },
  // A connector that was free when its station was last heard of helps nobody.
  available: { status: 'available', state: 'online' },
  offline: { state: 'offline' },
  online: { state: 'online' },
  waiting: { state: 'pending' },
};

export function* listStations(setting: Setting, intent: IntentOf<'list-stations'>): Plan {
  const { heads } = setting.texts;
  const {
    filter,
    site,
    anyOf = filter === undefined ? [] : [filter],
    noneOf = [],
    exceptStations = [],
    exceptSites = [],
    search,
  } = intent;
  const here = site === undefined ? undefined : yield* stationsAt(setting, site);
  const isNarrowed =
    here !== undefined || noneOf.length + exceptStations.length + exceptSites.length > 0 || anyOf.length > 1;
  const limit = isNarrowed ? 100 : pageSize;
  const asked = anyOf.length === 0 ? [{}] : anyOf.map((each) => filterArguments[each]);
  const text = search === undefined ? {} : { search };
  const answers: Answer[] = [];
  for (const given of asked) answers.push(yield* askOne(setting, 'list_charge_points', { ...given, ...text, limit }));
  const unwanted = new Set(exceptStations.map(nameKey));
  for (const place of exceptSites) for (const id of yield* stationsAt(setting, place)) unwanted.add(nameKey(id));
  for (const each of noneOf) {
    const { data } = yield* askOne(setting, 'list_charge_points', { ...filterArguments[each], limit });
    for (const row of rowsIn(data, 'charge_points')) unwanted.add(nameKey(textIn(row, 'charge_point_id')));
  }
  const all = new Map(
    answers.flatMap(({ data }) => rowsIn(data, 'charge_points')).map((row) => [textIn(row, 'charge_point_id'), row]),
  );
  const rows = [...all].flatMap(([id, row]) => (here?.has(id) === false || unwanted.has(nameKey(id)) ? [] : [row]));
  const total = isNarrowed ? undefined : numberAt(answers[0]?.data ?? {}, 'total');
  return countedTable(setting, 'stations', { rows, ...(total !== undefined && { total }) }, [
    [heads.station, 'charge_point_id'],
    [heads.connection, (row) => wordOf(setting, textIn(objectAt(row, 'link'), 'state'))],
    [heads.connectors, (row) => connectorsText(setting, rowsIn(row, 'connectors'))],
    [heads.since, (row) => timeText(setting, textIn(objectAt(row, 'link'), 'since'))],
  ]);
}

export function* stationsAt(setting: Setting, site: string): Asking<Set<string>> {
  const siteId = yield* siteNamed(setting, site);
  const { data } = yield* askOne(setting, 'list_sites', { site_id: siteId });
  const points = rowsIn(data, 'sites').flatMap((row) => rowsIn(row, 'charge_points'));
  return new Set(points.map((row) => textIn(row, 'charge_point_id')));
}

export function* stationStatus(setting: Setting, { station, isWhere }: IntentOf<'station-status'>): Plan {
  const id = yield* stationNamed(setting, station);
  const { data } = yield* askOne(setting, 'get_charge_point_status', { charge_point_id: id });
  const sites = isWhere === true ? yield* sitesOf(setting, id) : [];
  return statusText(setting, data, sites.map(({ name }) => plain(name)).join(', '));
}

/** The sites where a station stands: one, or none. */
export function* sitesOf(setting: Setting, station: string): Asking<{ id: string; name: string }[]> {
  const { data } = yield* askOne(setting, 'list_sites', { limit: 100 });
  const sites = rowsIn(data, 'sites').slice(0, 20);
  if (sites.length === 0) return [];
  const answers = yield* askAll(
    ...sites.map((row) => ({ tool: 'list_sites', given: { site_id: textIn(row, 'site_id') } })),
  );
  return sites.flatMap((row, index) => {
    const points = rowsIn(answers[index]?.data ?? {}, 'sites').flatMap((each) => rowsIn(each, 'charge_points'));
    const isHere = points.some((point) => textIn(point, 'charge_point_id') === station);
    const id = textIn(row, 'site_id');
    return isHere ? [{ id, name: textIn(row, 'name') || id }] : [];
  });
}

export function statusText(setting: Setting, data: Row, site = ''): string {
  const { heads } = setting.texts;
  const link = objectAt(data, 'link');
  const { vendor, model, firmware_version: firmware } = objectAt(data, 'reported_by_station');
  const made = [vendor, model, firmware].filter((word) => typeof word === 'string').join(' ');
  const facts = [
    [heads.station, textIn(data, 'charge_point_id')],
    [heads.site, site],
    [heads.connection, wordOf(setting, textIn(link, 'state'))],
    [heads.since, timeText(setting, textIn(link, 'since'))],
    [heads.reason, wordOf(setting, textIn(link, 'reason'))],
    [heads.model, made],
  ].filter(([, value]) => value !== '');
  const connectors = realConnectors(rowsIn(data, 'connectors'));
  const parts = [table([heads.field, heads.value], facts)];
  if (connectors.length > 0)
    parts.push(
      rowTable(setting, connectors, [
        [heads.connector, (row) => `${textIn(row, 'evse_id')}/${textIn(row, 'connector_id')}`],
        [heads.status, (row) => wordOf(setting, textIn(row, 'status'))],
        [heads.since, timeOf(setting, 'since')],
        [heads.reason, 'reported_reason'],
      ]),
    );
  return parts.join('\n\n');
}

/** 0 stands for the station as a whole. */
export function realConnectors(connectors: readonly Row[]): Row[] {
  return connectors.filter((row) => numberAt(row, 'evse_id') !== 0);
}

function connectorsText(setting: Setting, connectors: readonly Row[]): string {
  const counts = Map.groupBy(realConnectors(connectors), (row) => textIn(row, 'status'));
  return [...counts].map(([status, some]) => `${some.length} ${wordOf(setting, status)}`).join(', ');
}

/** A time between days that has not come yet ends now. */
export function momentsOf({ timeZone, now }: Setting, { from, to }: Period): { from: string; to: string } {
  const [start, end] = [momentOf(from, timeZone), momentOf(to, timeZone)];
  const isOpen = Date.parse(end) > now.getTime() && Date.parse(start) < now.getTime();
  return { from: start, to: isOpen ? now.toISOString() : end };
}

export function lastDays({ now, timeZone }: Setting, days: number): Period {
  const today = dayIn(timeZone, now);
  return { from: addDays(today, 1 - days), to: addDays(today, 1) };
}

export function* listSessions(setting: Setting, intent: IntentOf<'list-sessions'>): Plan {
  const { isRunning, period, isOdd, minKwh, order, limit = 20, exceptStations = [], isWho = false } = intent;
  const { cards, here } = yield* placeOf(setting, intent);
  const unwanted = yield* exceptedFrom(setting, intent);
  const isNarrowed =
    here !== undefined ||
    exceptStations.length > 0 ||
    unwanted !== undefined ||
    order !== undefined ||
    isBounded(intent);
  const given = {
    ...(isRunning !== undefined && { state: isRunning ? 'running' : 'ended' }),
    ...(period !== undefined && momentsOf(setting, period)),
    ...(isOdd !== undefined && { is_flagged: isOdd }),
    ...(minKwh !== undefined && { minimum_energy_wh: minKwh * 1000 }),
    limit: isNarrowed ? 100 : limit,
  };
  const id = intent.station === undefined ? undefined : yield* stationNamed(setting, intent.station);
  const at = id === undefined ? {} : { charge_point_id: id };
  const found: Row[] = [];
  let isMore = false;
  for (const card of cards ?? [undefined]) {
    const wanted = { ...at, ...(card !== undefined && { token_id: card }), ...given };
    let { data } = yield* askOne(setting, 'list_sessions', wanted);
    found.push(...rowsIn(data, 'sessions'));
    // What is picked out of all of them may stand behind the first page.
    const pages = isNarrowed ? maxPages : 1;
    for (let page = 1; page < pages && textIn(data, 'next') !== ''; page += 1) {
      ({ data } = yield* askOne(setting, 'list_sessions', { ...wanted, after: textIn(data, 'next') }));
      found.push(...rowsIn(data, 'sessions'));
    }
    isMore ||= textIn(data, 'next') !== '';
  }
  const stations = new Set(exceptStations.map(nameKey));
  const fitting = found
    .filter((row) => {
      const station = textIn(row, 'charge_point_id');
      const isThere = here?.has(station) !== false && !stations.has(nameKey(station));
      return isThere && unwanted?.(row) !== true && fitsBounds(setting, intent, row);
    })
    .toSorted(sortedBy(setting, order));
  const rows = fitting.slice(0, limit);
  const named = isWho ? yield* withDrivers(setting, rows) : rows;
  const shown = { rows: named, isMore: isMore || fitting.length > rows.length };
  return countedTable(setting, 'sessions', shown, sessionColumns(setting, isWho));
}

const maxPages = 5;

type Sessions = IntentOf<'list-sessions'>;

/** Those of people and at places that are excepted. */
function* exceptedFrom(
  setting: Setting,
  { exceptSites = [], exceptNames = [] }: Sessions,
): Asking<((row: Row) => boolean) | undefined> {
  if (exceptSites.length + exceptNames.length === 0) return undefined;
  const [stations, cards] = [new Set<string>(), new Set<string>()];
  for (const site of exceptSites) for (const id of yield* stationsAt(setting, site)) stations.add(id);
  for (const name of exceptNames) {
    const known = yield* whoOrWhere(setting, name);
    if ('driver' in known) for (const card of yield* cardsOf(setting, known.driver)) cards.add(card);
    else if ('station' in known) stations.add(known.station);
    else for (const id of yield* stationsAt(setting, known.site)) stations.add(id);
  }
  return (row) => stations.has(textIn(row, 'charge_point_id')) || cards.has(textIn(row, 'token_id'));
}

/** What no argument of the tool asks for. */
const bounds = ['maxKwh', 'minMinutes', 'maxMinutes', 'minCost', 'maxCost'] as const satisfies (keyof Sessions)[];

function isBounded(intent: Sessions): boolean {
  return bounds.some((name) => intent[name] !== undefined);
}

function fitsBounds(setting: Setting, intent: Sessions, row: Row): boolean {
  if (!isBounded(intent)) return true;
  const isWithin = (value: number | undefined, least = -Infinity, greatest = Infinity) =>
    (least === -Infinity && greatest === Infinity) || (value !== undefined && value >= least && value <= greatest);
  const energy = numberAt(row, 'energy_wh');
  return (
    isWithin(energy === undefined ? undefined : energy / 1000, undefined, intent.maxKwh) &&
    isWithin(minutesOf(setting, row), intent.minMinutes, intent.maxMinutes) &&
    isWithin(costOf(row), intent.minCost, intent.maxCost)
  );
}

/** One that is running lasts until now. */
function minutesOf({ now }: Setting, row: Row): number | undefined {
  const from = Date.parse(textIn(row, 'started_at'));
  const until = textIn(row, 'ended_at');
  const minutes = ((until === '' ? now.getTime() : Date.parse(until)) - from) / 60_000;
  return Number.isNaN(minutes) ? undefined : minutes;
}

/** "12.40 BRL". */
function costOf(row: Row): number | undefined {
  const cost = Number.parseFloat(textIn(row, 'cost'));
  return Number.isNaN(cost) ? undefined : cost;
}

function sortedBy(setting: Setting, order: Sessions['order']): (one: Row, other: Row) => number {
  const newest = (one: Row, other: Row) => (textIn(one, 'started_at') < textIn(other, 'started_at') ? 1 : -1);
  if (order === undefined) return newest;
  const isLongest = order === 'longest' || order === 'shortest';
  const isEnergy = order === 'most-energy' || order === 'least-energy';
  const sign = order === 'shortest' || order === 'cheapest' || order === 'least-energy' ? 1 : -1;
  const valueOf = (row: Row) =>
    isLongest ? minutesOf(setting, row) : isEnergy ? numberAt(row, 'energy_wh') : costOf(row);
  return (one, other) => {
    const [left, right] = [valueOf(one), valueOf(other)];
    // What nobody has measured stands last, whichever way round.
    if (left === undefined || right === undefined)
      return left === right ? newest(one, other) : left === undefined ? 1 : -1;
    return left === right ? newest(one, other) : sign * (left - right);
  };
}

/** The cards of a person, or the stations of a place, that a list is narrowed to. */
function* placeOf(
  setting: Setting,
  { name, site, card }: IntentOf<'list-sessions'>,
): Asking<{ cards?: string[]; here?: Set<string> }> {
  const at = site === undefined ? {} : { here: yield* stationsAt(setting, site) };
  if (card !== undefined) return { ...at, cards: [yield* tokenIdNamed(setting, card)] };
  if (name === undefined) return at;
  const known = yield* whoOrWhere(setting, name);
  if ('driver' in known) return { ...at, cards: yield* cardsOf(setting, known.driver) };
  return { here: 'station' in known ? new Set([known.station]) : yield* stationsAt(setting, known.site) };
}

/** Who charged is told only by the details of each. */
function* withDrivers(setting: Setting, rows: readonly Row[]): Asking<Row[]> {
  const some = rows.slice(0, 10);
  if (some.length === 0) return [];
  const details = yield* askAll(
    ...some.map((row) => ({ tool: 'get_transaction_details', given: { transaction_id: textIn(row, 'session_id') } })),
  );
  return some.map((row, index) => ({ ...row, ...objectAt(details[index]?.data ?? {}, 'session') }));
}

function sessionColumns(setting: Setting, isWho = false) {
  const { heads } = setting.texts;
  const who = (row: Row) => textIn(row, 'driver_name') || textIn(row, 'token_label') || textIn(row, 'token_id');
  return [
    ...(isWho ? [[heads.driver, who] as const] : []),
    [heads.station, 'charge_point_id'],
    ['EVSE', 'evse_id'],
    [heads.status, (row: Row) => wordOf(setting, textIn(row, 'state'))],
    [heads.start, timeOf(setting, 'started_at')],
    [heads.end, timeOf(setting, 'ended_at')],
    [heads.energy, (row: Row) => energyText(setting, numberAt(row, 'energy_wh'))],
    [heads.cost, 'cost'],
    [heads.session, 'session_id'],
  ] as const;
}

export function* sessionDetails(setting: Setting, { session }: IntentOf<'session-details'>): Plan {
  const { heads } = setting.texts;
  const { data } = yield* askOne(setting, 'get_transaction_details', { transaction_id: session, with_cost: true });
  const candidates = rowsIn(data, 'candidates');
  if (candidates.length > 0) return rowTable(setting, candidates, sessionColumns(setting));
  const found = objectAt(data, 'session');
  const seconds = numberAt(found, 'duration_seconds');
  const facts = [
    [heads.session, textIn(found, 'session_id')],
    [heads.station, [textIn(found, 'charge_point_id'), textIn(found, 'evse_id')].filter(Boolean).join(' / ')],
    [heads.status, wordOf(setting, textIn(found, 'state'))],
    [heads.start, timeText(setting, textIn(found, 'started_at'))],
    [
      heads.end,
      [timeText(setting, textIn(found, 'ended_at')), textIn(found, 'reported_stop_reason')].filter(Boolean).join(' · '),
    ],
    [heads.time, seconds === undefined ? '' : `${numberText(setting, seconds / 60, 0)} min`],
    [heads.energy, energyText(setting, numberAt(found, 'energy_wh'))],
    [heads.cost, textIn(found, 'cost')],
    [heads.token, [textIn(found, 'token_id'), textIn(found, 'token_label')].filter(Boolean).join(' ')],
    [heads.driver, textIn(found, 'driver_name')],
    [heads.reason, namesIn(found, 'flags').join(', ')],
  ].filter(([, value]) => value !== '');
  return table([heads.field, heads.value], facts);
}
