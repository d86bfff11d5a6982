import type { ReportFilter } from './report-filter.ts';

/** Whole days by the clock of each site, both counted: "2026-03-01" to "2026-03-31". */
export type Days = { first: string; last: string };
export type Compare = NonNullable<ReportFilter['compare']>;

/** A month may have 31 bars, a quarter 92; what is longer is read better by month. */
const maxDays = 92;

/** The days that a filter names: some that were chosen, else a month. */
export function daysOf({ month, from, to }: Pick<ReportFilter, 'month' | 'from' | 'to'>, thisMonth: string): Days {
  if (from !== undefined && to !== undefined && from <= to) return { first: from, last: to };
  return daysOfMonth(month ?? thisMonth);
}

export function daysOfMonth(month: string): Days {
  return { first: `${month}-01`, last: lastOf(month) };
}

/**
 * The period to compare with. Of one that is not over yet, only as many days as have passed: half a month is not held
 * against a whole one.
 */
export function formerDays(days: Days, compare: Compare, today: string): Days {
  const { first } = days;
  const last = first <= today && today < days.last ? today : days.last;
  if (compare === 'year') return { first: yearBefore(first), last: yearBefore(last) };
  const month = first.slice(0, 7);
  if (first.endsWith('-01') && days.last === lastOf(month)) {
    const before = dayAfter(first, -1).slice(0, 7);
    const whole = daysOfMonth(before);
    const same = `${before}-${last.slice(8)}`;
    return { first: whole.first, last: last === days.last || same > whole.last ? whole.last : same };
  }
  return { first: dayAfter(first, -lengthOf({ first, last })), last: dayAfter(first, -1) };
}

/** How its parts are shown over time. */
export function partOf(days: Days): 'day' | 'month' {
  return lengthOf(days) <= maxDays ? 'day' : 'month';
}

export function lengthOf({ first, last }: Days): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function lastOf(month: string): string {
  const [year = 2000, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** The 29th of February was the 28th in other years. */
function yearBefore(day: string): string {
  const month = `${Number(day.slice(0, 4)) - 1}${day.slice(4, 7)}`;
  const same = `${month}${day.slice(7)}`;
  return same > lastOf(month) ? lastOf(month) : same;
}
