import type { ReportBy, ReportQuery } from '#contract/reports/report.ts';
import type { AtSites } from '../at-sites.ts';
import type { Period } from './period.ts';

export type Filter = Pick<ReportQuery, 'siteId' | 'stationId' | 'driverId' | 'tariffId'> & AtSites;

/** `hour`: of the day that is shown live. */
export type GroupBy = ReportBy | 'hour';

export type Scope = { filter: Filter; period: Period; by: GroupBy; timeZone: string };

export type Parameter = (value: unknown) => string;

/** The values of a statement, numbered as they are named. */
export function statementValues(): { values: unknown[]; given: Parameter } {
  const values: unknown[] = [];
  return { values, given: (value) => `$${values.push(value)}` };
}

export type Columns = { at: string; zone: string };

const hourMs = 3_600_000;
/** Clocks are 14 hours ahead of UTC at most, and 12 behind. */
const [aheadMs, behindMs] = [14 * hourMs, 12 * hourMs];

/** In the period by two bounds, which an index knows, and near the ends by the row's own clock. */
export function isWithin({ days, from, to }: Period, { at, zone }: Columns, given: Parameter): string {
  if (days === null) return `${at} >= ${time(from, given)} and ${at} < ${time(to, given)}`;
  const { outer, inner } = reach(days);
  const local = `(${at} at time zone ${zone})`;
  return `${at} >= ${time(outer.from, given)} and ${at} < ${time(outer.to, given)}
    and ((${at} >= ${time(inner.from, given)} and ${at} < ${time(inner.to, given)})
      or (${local} >= ${given(days.first)}::timestamp and ${local} < ${given(days.end)}::timestamp))`;
}

/** Within `outer` somewhere on earth, within `inner` everywhere. */
export function reach({ first, end }: NonNullable<Period['days']>) {
  const [from, to] = [Date.parse(first), Date.parse(end)];
  return {
    outer: { from: from - aheadMs, to: to + behindMs },
    inner: { from: from + behindMs, to: to - aheadMs },
  };
}

export function time(ms: number, given: Parameter): string {
  return `${given(new Date(ms).toISOString())}::timestamptz`;
}

/** Rows of the table `bill`, or of one that has the same columns, whichever of them is asked for. */
export function billFilter(
  { siteId, stationId, driverId, tariffId, atSites }: Filter,
  given: Parameter,
  table: BilledTable = 'bill',
): string[] {
  return [
    ...when(siteId, (id) => `${table}.site_id = ${given(id)}`),
    ...(atSites === undefined ? [] : [`${table}.site_id = any(${given(atSites)}::text[])`]),
    ...when(stationId, (id) => `${table}.station_id = ${given(id)}`),
    ...when(driverId, (id) => `${table}.driver_id = ${given(id)}::uuid`),
    ...when(tariffId, (id) => `${table}.tariff_id = ${given(id)}`),
  ];
}

/** `fee`: bookings of reservations that nobody used. */
type BilledTable = 'bill' | 'fee';

export function placedFilter({ siteId, stationId, driverId, atSites }: Filter, given: Parameter): string[] {
  return [
    ...when(siteId, (id) => `station_place.site_id = ${given(id)}`),
    ...(atSites === undefined ? [] : [`station_place.site_id = any(${given(atSites)}::text[])`]),
    ...when(stationId, (id) => `told.station_id = ${given(id)}`),
    ...when(driverId, (id) => `token.driver_id = ${given(id)}::uuid`),
  ];
}

/** Where the station stands now, by whose clock, and whose the token is. */
export function placed(token: string, timeZone: string): string {
  return `left join station_place on station_place.station_id = told.station_id
    left join site on site.id = station_place.site_id
    left join token on token.id = told.${token}
    cross join (values (${timeZone}::text)) as own (time_zone)`;
}

export const placedZone = 'coalesce(site.time_zone, own.time_zone)';

/** What they are grouped by. Days are dates until the end: a million texts would take longer than the sums. */
export function billKey(by: GroupBy, table: BilledTable = 'bill'): string {
  const local = `(${table}.${table === 'bill' ? 'started_at' : 'at'} at time zone ${table}.time_zone)`;
  return {
    site: `coalesce(${table}.site_id, '')`,
    station: `${table}.station_id`,
    driver: `coalesce(${table}.driver_id::text, '')`,
    tariff: `coalesce(${table}.tariff_id, '')`,
    day: `${local}::date`,
    month: `date_trunc('month', ${local})::date`,
    hour: `date_trunc('hour', ${local})::text`,
    total: "''::text",
  }[by];
}

export function placedKey(by: GroupBy, { at, zone }: Columns): string {
  const local = `(${at} at time zone ${zone})`;
  return {
    site: "coalesce(station_place.site_id, '')",
    station: 'told.station_id',
    driver: "coalesce(token.driver_id::text, '')",
    tariff: "''::text",
    day: `${local}::date`,
    month: `date_trunc('month', ${local})::date`,
    hour: `date_trunc('hour', ${local})::text`,
    total: "''::text",
  }[by];
}

/** A month is grouped as its first day, an hour as its first second. */
export function keyText(by: GroupBy, key: string): string {
  if (by === 'hour') return key.slice(0, 13).replace(' ', 'T');
  return by === 'month' ? key.slice(0, 7) : key;
}

function when(value: string | undefined, condition: (value: string) => string): string[] {
  return value === undefined ? [] : [condition(value)];
}
