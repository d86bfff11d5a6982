import { Temporal } from 'temporal-polyfill';
import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';

/** From `from` up to `to` these rows hold by the clock; which of them also depends on energy and duration. */
export type ClockPiece = { from: number; to: number; rows: readonly number[] };

export const minuteMs = 60_000;
const dayMs = 86_400_000;

type LocalDay = { date: string; weekday: number };

/** A session cut wherever the wall clock may change the price. A repeated hour counts twice, a skipped one not at all. */
export function* clockPieces(
  terms: TariffTerms,
  { from, to, timeZone }: { from: number; to: number; timeZone: string },
): Generator<ClockPiece> {
  if (!terms.prices.some(dependsOnClock)) {
    yield { from, to, rows: [...terms.prices.keys()] };
    return;
  }
  const marks = minuteMarks(terms.prices);
  const rowsByClock = clockRule(terms);
  for (let at = from; at < to; ) {
    const span = offsetSpan(timeZone, at);
    const wall = at + span.offsetMs;
    const midnight = Math.floor(wall / dayMs) * dayMs;
    const next = marks.find((minute) => midnight + minute * minuteMs > wall) ?? 24 * 60;
    const end = Math.min(to, span.to, midnight + next * minuteMs - span.offsetMs);
    yield { from: at, to: end, rows: rowsByClock(wall) };
    at = end;
  }
}

export function rowsAt(terms: TariffTerms, { at, timeZone }: { at: number; timeZone: string }): readonly number[] {
  return clockRule(terms)(at + offsetSpan(timeZone, at).offsetMs);
}

function clockRule(terms: TariffTerms): (wall: number) => number[] {
  const isOn = dayRule(terms);
  return (wall) => {
    const day = localDay(wall);
    const minute = Math.floor((wall - Math.floor(wall / dayMs) * dayMs) / minuteMs);
    return terms.prices.flatMap((row, index) => (isOn(row, day) && holdsAtMinute(row, minute) ? [index] : []));
  };
}

function localDay(wall: number): LocalDay {
  const date = new Date(wall);
  return { date: date.toISOString().slice(0, -14), weekday: date.getUTCDay() };
}

export const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** A holiday is no weekday where any row of the tariff names holidays. */
function dayRule({ prices, holidays }: TariffTerms): (row: PriceRow, day: LocalDay) => boolean {
  const namesHolidays = prices.some(({ days }) => days?.includes('holiday'));
  return ({ days, season }, { date, weekday }) => {
    const dayOfYear = date.slice(-5);
    if (season !== null && !isInSeason(season, dayOfYear)) return false;
    if (days === null) return true;
    const isHoliday = namesHolidays && (holidays.includes(dayOfYear) || holidays.includes(date));
    return days.includes(isHoliday ? 'holiday' : (dayNames[weekday] ?? 'sun'));
  };
}

/** The last day counts; a season may go over the end of the year. */
export function isInSeason(season: string, dayOfYear: string): boolean {
  const [first = '', last = ''] = season.split('..');
  return first <= last ? first <= dayOfYear && dayOfYear <= last : dayOfYear >= first || dayOfYear <= last;
}

/** Hours over midnight are the early and the late hours of the same day. */
export function holdsAtMinute({ hours }: PriceRow, minute: number): boolean {
  if (hours === null) return true;
  const [from, to] = hourBounds(hours);
  return from < to ? from <= minute && minute < to : minute >= from || minute < to;
}

/** "06:30-22:00" in minutes of the day: 390 and 1320. */
export function hourBounds(hours: string): [from: number, to: number] {
  const [from = 0, to = 0] = hours.split('-').map((time) => {
    const [hour, minute] = time.split(':').map(Number);
    return (hour ?? 0) * 60 + (minute ?? 0);
  });
  return [from, to];
}

/** Every minute of a day at which some row begins or ends. */
export function minuteMarks(rows: readonly PriceRow[]): number[] {
  const marks = rows.flatMap(({ hours }) => (hours === null ? [] : hourBounds(hours)));
  return [...new Set([...marks, 24 * 60])].filter((minute) => minute > 0).toSorted((a, b) => a - b);
}

function dependsOnClock({ days, hours, season }: PriceRow): boolean {
  return days !== null || hours !== null || season !== null;
}

/** From `from` up to `to` a clock of a place is this far ahead of UTC. */
type OffsetSpan = { from: number; to: number; offsetMs: number };

const spansOf = new Map<string, OffsetSpan[]>();

/** The offset that holds at a moment, and for how long: between two changes of the clock, time runs evenly. */
function offsetSpan(timeZone: string, ms: number): OffsetSpan {
  const known = spansOf.get(timeZone) ?? [];
  const span = known.find(({ from, to }) => from <= ms && ms < to) ?? readSpan(timeZone, ms);
  if (!known.includes(span)) spansOf.set(timeZone, [...known, span]);
  return span;
}

function readSpan(timeZone: string, ms: number): OffsetSpan {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
  // "previous" is before a moment, never at it, so the span's own beginning is looked for from a millisecond later.
  const previous = local.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  return {
    from: previous?.epochMilliseconds ?? -Infinity,
    to: local.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offsetMs: local.offsetNanoseconds / 1_000_000,
  };
}
