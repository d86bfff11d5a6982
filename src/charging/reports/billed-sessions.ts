import type { Pool } from 'pg';
import type { Span } from '../outages/spans.ts';
import {
  billFilter,
  type Columns,
  type Filter,
  isWithin,
  type Parameter,
  reach,
  statementValues,
  time,
} from './conditions.ts';
import type { LongQuestions } from './long-questions.ts';
import { moneyText } from './money-text.ts';
import type { BareSession } from './name-sessions.ts';
import type { Period } from './period.ts';

type ReportRange = { filter: Filter; period: Period };

/** Few: a part that outlives two short collections waits for a full one, and memory would climb with the length of the file. */
const rowsAtOnce = 100;
const billed: Columns = { at: 'bill.started_at', zone: 'bill.time_zone' };

type Row = {
  session_id: string;
  station_id: string;
  evse_id: number | null;
  site_id: string | null;
  day: string;
  time_zone: string;
  /** UTC, to the microsecond: a Date would round it, and rows of the same millisecond would come twice. */
  started: string;
  ended: string;
  started_local: string;
  ended_local: string;
  energy_mwh: string;
  token_hash: string | null;
  driver_id: string | null;
  group_id: string | null;
  tariff_id: string | null;
  tariff_version: number | null;
  currency: string | null;
  total: string;
  tax: string;
};

/** Oldest first, a part at a time, each read when it is asked for: no transaction is held while somebody is slow. */
export async function* eachBilledSession(pool: Pool, { filter, period }: ReportRange): AsyncGenerator<BareSession[]> {
  let last: Row | undefined;
  do {
    const { values, given } = statementValues();
    const conditions = [
      isWithin(period, billed, given),
      ...billFilter(filter, given),
      ...(last === undefined
        ? []
        : [
            `(bill.started_at, bill.session_id) > (${given(`${last.started}Z`)}::timestamptz, ${given(last.session_id)}::uuid)`,
          ]),
    ].join(' and ');
    const { rows }: { rows: Row[] } = await pool.query<Row>(
      `select session_id, station_id, evse_id, site_id, (started_at at time zone time_zone)::date as day, time_zone,
         (started_at at time zone 'UTC')::text as started, (ended_at at time zone 'UTC')::text as ended,
         (started_at at time zone time_zone)::text as started_local, (ended_at at time zone time_zone)::text as ended_local, energy_mwh,
         token_hash, driver_id, group_id, tariff_id, tariff_version, currency, total, tax
       from bill where ${conditions} order by started_at, session_id limit ${rowsAtOnce}`,
      values,
    );
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
    const sessions = rows.map(toSession);
    rows.length = 0; // what is left of a query lives until the next full tidying up, and the rows of all queries with it
    yield sessions;
  } while (last !== undefined);
}

/** How many there are, so that somebody who waits can see how far it is. Away from the ends of the period an index tells. */
export async function countBilledSessions(questions: LongQuestions, { filter, period }: ReportRange): Promise<number> {
  const { values, given } = statementValues();
  const whole = () => isWithin(period, billed, given);
  const parts = period.days === null ? [whole()] : partsOf(period.days, whole, given);
  const counts = parts.map(
    (part) => `(select count(*) from bill where ${[part, ...billFilter(filter, given)].join(' and ')})`,
  );
  const rows = await questions.ask<{ count: number }>(`select ${counts.join(' + ')} as count`, values);
  return rows[0]?.count ?? 0;
}

function partsOf(days: NonNullable<Period['days']>, whole: () => string, given: Parameter): string[] {
  const { outer, inner } = reach(days);
  return [
    between(inner, given),
    `${between({ from: outer.from, to: inner.from }, given)} and ${whole()}`,
    `${between({ from: inner.to, to: outer.to }, given)} and ${whole()}`,
  ];
}

function between({ from, to }: Span, given: Parameter): string {
  return `bill.started_at >= ${time(from, given)} and bill.started_at < ${time(to, given)}`;
}

function toSession(row: Row): BareSession {
  const { currency } = row;
  return {
    sessionId: row.session_id,
    stationId: row.station_id,
    evseId: row.evse_id,
    siteId: row.site_id,
    day: row.day,
    timeZone: row.time_zone,
    startedAt: isoOf(row.started),
    endedAt: isoOf(row.ended),
    energyWh: Number(row.energy_mwh) / 1000,
    tokenHash: row.token_hash,
    driverId: row.driver_id,
    groupId: row.group_id,
    tariffId: row.tariff_id,
    tariffVersion: row.tariff_version,
    currency,
    total: currency && moneyText(row.total, currency),
    tax: currency && moneyText(row.tax, currency),
    startedLocal: row.started_local.slice(0, 19),
    endedLocal: row.ended_local.slice(0, 19),
  };
}

/** "2026-03-01 08:00:00.5" as times cross HTTP; two million Dates would take longer than reading the rows. */
function isoOf(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, '0')}Z`;
}
