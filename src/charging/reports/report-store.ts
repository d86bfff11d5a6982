import type { LongQuestions } from '../long-questions.ts';
import {
  billFilter,
  billKey,
  type Columns,
  isWithin,
  keyText,
  type Parameter,
  placed,
  placedFilter,
  placedKey,
  placedZone,
  reach,
  type Scope,
  statementValues,
  time,
} from './conditions.ts';

/** Of one row of the report, or of all of them: key null. */
type Keyed = { key: string | null };
export type MoneyRow = Keyed & {
  currency: string | null;
  sessions: number;
  energyMwh: string;
  total: string;
  tax: string;
};
export type VisitRow = Keyed & { visits: number; successes: number };
export type RefusalRow = Keyed & { refusals: number };
export type BusyRow = Keyed & { busyMs: number };

const billed: Columns = { at: 'bill.started_at', zone: 'bill.time_zone' };
const booked: Columns = { at: 'fee.at', zone: 'fee.time_zone' };

/** Sessions, energy and money, with the fees of reservations that nobody used. Sums are the database's, exact. */
export async function readMoney(questions: LongQuestions, { by, filter, period }: Scope): Promise<MoneyRow[]> {
  const { values, given } = statementValues();
  const ofBills = [isWithin(period, billed, given), ...billFilter(filter, given)].join(' and ');
  const ofFees = [isWithin(period, booked, given), ...billFilter(filter, given, 'fee')].join(' and ');
  const rows = await questions.ask<MoneyRow>(
    `select key, currency, sum(sessions)::bigint as sessions, sum(energy_mwh) as "energyMwh", sum(total) as total, sum(tax) as tax
     from (
       select ${billKey(by)} as key, bill.currency, 1 as sessions, bill.energy_mwh, bill.total, bill.tax from bill where ${ofBills}
       union all
       select ${billKey(by, 'fee')}, fee.currency, 0, 0, fee.amount, fee.tax
       from bill_entry as fee where fee.kind = 'reservation' and ${ofFees}
     ) as booked
     group by grouping sets ((key, currency), (currency))`,
    values,
  );
  return rows.map((row) => ({ ...row, key: row.key && keyText(by, row.key) }));
}

/** Attempts of one token at one place that follow each other within this belong to one visit. */
const sameVisit = "interval '15 minutes'";
/** What a vehicle takes before anybody would say that it charges. */
const chargedMwh = 100_000;

/**
 * The first attempt of each visit, and whether it charged. An attempt is a session or a refusal; without a token it is a visit of
 * its own. By tariff, a visit counts with the tariff of its first attempt, and a refusal has none.
 */
export async function readVisits(
  questions: LongQuestions,
  { by, filter, period, timeZone }: Scope,
): Promise<VisitRow[]> {
  const { values, given } = statementValues();
  const ofBills = [isWithin(period, billed, given), ...billFilter(filter, given)].join(' and ');
  const refused: Columns = { at: 'told.happened_at', zone: placedZone };
  const ofRefusals =
    filter.tariffId === undefined
      ? [isWithin(period, refused, given), ...placedFilter(filter, given)].join(' and ')
      : 'false';
  const rows = await questions.ask<VisitRow>(
    `select key, count(*) as visits, count(*) filter (where has_charged) as successes
     from (
       select *, max(until) over (partition by token, place order by at, until rows between unbounded preceding and 1 preceding) as before
       from (
         select ${billKey(by)} as key, bill.token_hash as token, coalesce(bill.site_id, '/' || bill.station_id) as place,
           bill.started_at as at, bill.ended_at as until, bill.energy_mwh >= ${chargedMwh} as has_charged
         from bill where ${ofBills}
         union all
         select ${placedKey(by, refused)}, told.token_id, coalesce(station_place.site_id, '/' || told.station_id),
           told.happened_at, told.happened_at, false
         from refusal as told ${placed('token_id', given(timeZone))} where ${ofRefusals}
       ) as attempt
     ) as attempt
     where token is null or before is null or at > before + ${sameVisit}
     group by grouping sets ((key), ())`,
    values,
  );
  return rows.map((row) => ({ ...row, key: row.key && keyText(by, row.key) }));
}

/** A refusal has no tariff. */
export async function readRefusalCounts(
  questions: LongQuestions,
  { by, filter, period, timeZone }: Scope,
): Promise<RefusalRow[]> {
  if (filter.tariffId !== undefined) return [];
  const { values, given } = statementValues();
  const refused: Columns = { at: 'told.happened_at', zone: placedZone };
  const rows = await questions.ask<RefusalRow>(
    `select key, count(*) as refusals
     from (
       select ${placedKey(by, refused)} as key from refusal as told ${placed('token_id', given(timeZone))}
       where ${[isWithin(period, refused, given), ...placedFilter(filter, given)].join(' and ')}
     ) as refused
     group by grouping sets ((key), ())`,
    values,
  );
  return rows.map((row) => ({ ...row, key: row.key && keyText(by, row.key) }));
}

export async function hasSessionsBy(
  questions: LongQuestions,
  { filter, period }: Scope,
  timeZone: string,
): Promise<boolean> {
  const { values, given } = statementValues();
  const conditions = [isWithin(period, billed, given), ...billFilter(filter, given)].join(' and ');
  const rows = await questions.ask<{ has: boolean }>(
    `select exists (select from bill where bill.time_zone = ${given(timeZone)} and ${conditions}) as has`,
    values,
  );
  return rows[0]?.has ?? false;
}

/** A session that lasts longer than this before the period is not looked for. */
const longestSessionMs = 7 * 86_400_000;

/**
 * How long EVSEs had a session, within the period and, by day or month, within each: a night's session is of two days.
 * An EVSE counts where it stands now, as the time does that it is there for: else a station that moved would be busy
 * at one site and idle at another.
 */
export async function readBusyTime(questions: LongQuestions, { by, filter, period }: Scope): Promise<BusyRow[]> {
  const { values, given } = statementValues();
  const isOfSites = by === 'site' || filter.siteId !== undefined || filter.atSites !== undefined;
  const unit = by === 'hour' || by === 'day' || by === 'month' ? by : null;
  const key = by === 'site' ? "coalesce(station_place.site_id, '')" : billKey(by);
  const used = usedTimes({ filter, period, isOfSites }, unit === null ? `${key} as key` : 'bill.time_zone', given);
  const rows = await questions.ask<{ key: string | null; busyMs: string }>(
    `select key, (extract(epoch from sum(ended_at - started_at)) * 1000)::bigint as "busyMs"
     from (${unit === null ? used : cutByDay(used, unit)}) as used where ended_at > started_at group by grouping sets ((key), ())`,
    values,
  );
  return rows.map(({ key, busyMs }) => ({ key: key && keyText(by, key), busyMs: Number(busyMs) }));
}

type Used = Pick<Scope, 'filter' | 'period'> & { isOfSites: boolean };

/** When EVSEs had a session, cut to the period: `started_at` and `ended_at` of each, beside what else is wanted. */
export function usedTimes({ filter, period, isOfSites }: Used, columns: string, given: Parameter): string {
  const outer = period.days === null ? period : reach(period.days).outer;
  const conditions = [
    `bill.started_at >= ${time(outer.from - longestSessionMs, given)} and bill.started_at < ${time(outer.to, given)}`,
    `bill.ended_at > ${time(outer.from, given)}`,
    ...billFilter({ ...filter, siteId: undefined, atSites: undefined }, given),
    ...(filter.siteId === undefined ? [] : [`station_place.site_id = ${given(filter.siteId)}`]),
    ...(filter.atSites === undefined ? [] : [`station_place.site_id = any(${given(filter.atSites)}::text[])`]),
  ].join(' and ');
  return `select ${columns}, ${cut(period, given)}
    from bill ${isOfSites ? 'left join station_place on station_place.station_id = bill.station_id' : ''} where ${conditions}`;
}

/** What lies before and after the period is cut off; far from its ends there is nothing to look up. */
function cut({ days, from, to }: Scope['period'], given: Parameter): string {
  if (days === null)
    return `greatest(bill.started_at, ${time(from, given)}) as started_at, least(bill.ended_at, ${time(to, given)}) as ended_at`;
  const { inner } = reach(days);
  const start = (day: string) => `(${given(day)}::timestamp at time zone bill.time_zone)`;
  return `case when bill.started_at >= ${time(inner.from, given)} then bill.started_at
      else greatest(bill.started_at, ${start(days.first)}) end as started_at,
    case when bill.ended_at <= ${time(inner.to, given)} then bill.ended_at
      else least(bill.ended_at, ${start(days.end)}) end as ended_at`;
}

/** Most sessions begin and end on the same day; only the others are cut. */
export function cutByDay(used: string, unit: 'hour' | 'day' | 'month'): string {
  const type = unit === 'hour' ? 'text' : 'date';
  return `with used as (${used}), local as (
      select *, date_trunc('${unit}', started_at at time zone time_zone) as first_day,
        date_trunc('${unit}', ended_at at time zone time_zone) as last_day
      from used where ended_at > started_at
    )
    select first_day::${type} as key, started_at, ended_at from local where first_day = last_day
    union all
    select day::${type}, greatest(started_at, day at time zone time_zone),
      least(ended_at, (day + interval '1 ${unit}') at time zone time_zone)
    from local, generate_series(first_day, last_day, interval '1 ${unit}') as day where first_day < last_day`;
}

export type RefusalReasonRow = { reason: string; times: number; stations: number; tokens: number };

export async function readRefusalReasons(
  questions: LongQuestions,
  { filter, period, timeZone }: Omit<Scope, 'by'>,
): Promise<RefusalReasonRow[]> {
  const { values, given } = statementValues();
  const refused: Columns = { at: 'told.happened_at', zone: placedZone };
  const rows = await questions.ask<RefusalReasonRow>(
    `select told.reason, count(*) as times, count(distinct told.station_id) as stations, count(distinct told.token_id) as tokens
     from refusal as told ${placed('token_id', given(timeZone))}
     where ${[isWithin(period, refused, given), ...placedFilter(filter, given)].join(' and ')}
     group by told.reason order by times desc, told.reason`,
    values,
  );
  return rows;
}
