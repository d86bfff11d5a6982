import { Temporal } from 'temporal-polyfill';
import { weekday } from '#contract/reports/calendar.ts';
import type { HourReport } from '#contract/reports/report.ts';
import type { LongQuestions } from '../long-questions.ts';
import type { PortRecord } from '../outages/read-ports.ts';
import type { Span } from '../outages/spans.ts';
import { type Scope, statementValues } from './conditions.ts';
import { rounded } from './make-report.ts';
import { usedTimes } from './report-store.ts';

/** `weekday` as ISO counts them: Monday is 1. */
export type BusyHour = { weekday: number; hour: number; busyMs: number; sessions: number };

const hourMs = 3_600_000;
const weekMs = 168 * hourMs;
/** The first Monday of 1970 was the 5th of January. */
const firstMonday = 4 * 24 * hourMs;

/** How long EVSEs had a session in each hour of the week, by the clock of their sites. Hours that a clock skips or repeats are not told apart. */
export async function readBusyHours(
  questions: LongQuestions,
  { filter, period }: Pick<Scope, 'filter' | 'period'>,
): Promise<BusyHour[]> {
  const { values, given } = statementValues();
  const isOfSites = filter.siteId !== undefined || filter.atSites !== undefined;
  const used = usedTimes({ filter, period, isOfSites }, 'bill.time_zone, bill.started_at as began_at', given);
  const rows = await questions.ask<Record<keyof BusyHour, string>>(
    `with local as (
       select began_at at time zone time_zone as began, started_at at time zone time_zone as first, ended_at at time zone time_zone as last
       from (${used}) as used where ended_at > started_at
     )
     select extract(isodow from hour)::integer as weekday, extract(hour from hour)::integer as hour,
       (extract(epoch from sum(least(last, hour + interval '1 hour') - greatest(first, hour))) * 1000)::bigint as "busyMs",
       count(*) filter (where hour = date_trunc('hour', began)) as sessions
     from local, generate_series(date_trunc('hour', first), last, interval '1 hour') as hour
     where hour < last group by 1, 2`,
    values,
  );
  return rows.map((row) => ({
    weekday: Number(row.weekday),
    hour: Number(row.hour),
    busyMs: Number(row.busyMs),
    sessions: Number(row.sessions),
  }));
}

/** All 168 hours, Monday at 0 h first. `timeZone` is that of ports at no site. */
export function hourCells(
  busy: readonly BusyHour[],
  ports: readonly Pick<PortRecord, 'period' | 'timeZone'>[],
  timeZone: string,
): HourReport['cells'] {
  const spans = ports.map(({ period, timeZone: own }) => wallSpan(period, own ?? timeZone));
  const byPlace = new Map(busy.map((each) => [(each.weekday - 1) * 24 + each.hour, each]));
  return Array.from({ length: 168 }, (_, place) => {
    const { busyMs = 0, sessions = 0 } = byPlace.get(place) ?? {};
    const portMs = spans.reduce((sum, { from, to }) => sum + msBefore(to, place) - msBefore(from, place), 0);
    return {
      weekday: weekday.options[Math.floor(place / 24)] ?? 'mon',
      hour: place % 24,
      sessions,
      utilisation: portMs === 0 ? null : rounded(Math.min(1, busyMs / portMs), 6),
    };
  });
}

/** How much of the hour at this place of the week has passed until a time. */
function msBefore(wallMs: number, place: number): number {
  const since = wallMs - firstMonday - place * hourMs;
  const weeks = Math.floor(since / weekMs);
  return weeks * hourMs + Math.min(hourMs, since - weeks * weekMs);
}

/** As the clock on the wall shows it, as if that were UTC. */
function wallSpan({ from, to }: Span, timeZone: string): Span {
  const wall = (ms: number) =>
    ms + Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;
  return { from: wall(from), to: wall(to) };
}
