import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';
import { mwhOf } from '../../decimal.ts';
import { dayNames, holdsAtMinute, isInSeason, minuteMarks } from '../cost/price-calendar.ts';

export type DayName = NonNullable<PriceRow['days']>[number];

/** From here (included) up to there (not included); null: without end. */
export type Range = { from: number; to: number | null };

/** Days of the year, both included; null: the whole year. */
type Season = { first: string; last: string } | null;

/** Moments for which no row holds, or several: in these hours of the day, after so much energy and so many minutes. */
type HoleOfDay = { rows: readonly number[]; minuteOfDay: Range; mwh: Range; minutes: Range };

/** `days` null: on every day. */
export type Hole = HoleOfDay & { days: readonly DayName[] | null; season: Season };

export type Coverage = { holes: Hole[]; isTooMuch: boolean };

const maxCells = 50_000;

/** Every place where the rows of a tariff leave a gap or lie upon each other, unless there are too many to look at. */
export function findHoles(terms: TariffTerms): Coverage {
  const rows = terms.prices.map((row, index) => ({ ...row, index }));
  const known = new Map<string, HoleOfDay[]>(); // days on which the same rows hold have the same holes
  const holes: Hole[] = [];
  let cells = 0;
  for (const season of seasonsOf(rows)) {
    for (const day of daysOf(terms, season)) {
      const holding = rows.filter((row) => isOn(row, { season, day }));
      const key = holding.map(({ index }) => index).join();
      const ofDay = known.get(key) ?? holesOfDay(holding, () => ++cells > maxCells);
      if (cells > maxCells) return { holes: [], isTooMuch: true };
      known.set(key, ofDay);
      holes.push(...ofDay.map((hole) => ({ ...hole, season, days: day === null ? null : [day] })));
    }
  }
  return { holes, isTooMuch: false };
}

type Row = PriceRow & { index: number };

function isOn({ days, season: own }: Row, { season, day }: { season: Season; day: DayName | null }): boolean {
  if (own !== null && season !== null && !isInSeason(own, season.first)) return false;
  return days === null || day === null || days.includes(day);
}

/** The year in parts in which the same rows are in season. */
function seasonsOf(rows: readonly Row[]): Season[] {
  if (rows.every(({ season }) => season === null)) return [null];
  const parts: { key: string; first: string; last: string }[] = [];
  for (const day of daysOfLeapYear) {
    const key = rows.map(({ season }) => season === null || isInSeason(season, day)).join();
    const part = parts.at(-1);
    if (part?.key === key) part.last = day;
    else parts.push({ key, first: day, last: day });
  }
  return parts.map(({ first, last }) => ({ first, last }));
}

const daysOfLeapYear = Array.from({ length: 366 }, (_, index) =>
  new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(5, 10),
);

/** The kinds of days there are in a part of the year; null: it makes no difference. */
function daysOf({ prices, holidays }: TariffTerms, season: Season): readonly (DayName | null)[] {
  if (prices.every(({ days }) => days === null)) return [null];
  if (!prices.some(({ days }) => days?.includes('holiday'))) return dayNames;
  const isInside = (day: string) => season === null || (season.first <= day && day <= season.last);
  const isHolidayHere = holidays.some((day) => isInside(day.slice(-5)));
  // A season of nothing but holidays has no weekdays.
  const hasWeekdays = daysOfLeapYear.some((day) => isInside(day) && !holidays.includes(day));
  return [...(hasWeekdays ? dayNames : []), ...(isHolidayHere ? (['holiday'] as const) : [])];
}

/** Cuts the day by the hours of the rows, each part by their energy, and each of those by their minutes. */
function holesOfDay(rows: readonly Row[], isTooMuch: () => boolean): HoleOfDay[] {
  const holes: HoleOfDay[] = [];
  for (const minuteOfDay of ranges([...minuteMarks(rows)], 24 * 60)) {
    const inHours = rows.filter((row) => holdsAtMinute(row, minuteOfDay.from));
    for (const mwh of ranges(inHours.flatMap((row) => [mwhOf(row.fromKwh), mwhOf(row.toKwh ?? '0')]))) {
      const byEnergy = inHours.filter(({ fromKwh, toKwh }) => isWithin(mwh, mwhOf(fromKwh), toKwh && mwhOf(toKwh)));
      for (const minutes of ranges(byEnergy.flatMap((row) => [row.fromMinutes, row.toMinutes ?? 0]))) {
        if (isTooMuch()) return [];
        const left = byEnergy.filter((row) => isWithin(minutes, row.fromMinutes, row.toMinutes));
        if (left.length !== 1) holes.push({ rows: left.map(({ index }) => index), minuteOfDay, mwh, minutes });
      }
    }
  }
  return holes;
}

function isWithin(range: Range, from: number, to: number | '' | null): boolean {
  return from <= range.from && (to === null || to === '' || range.from < to);
}

/** From nothing to the first mark, from there to the next, and so on up to the end. */
function ranges(marks: readonly number[], end: number | null = null): Range[] {
  const starts = [...new Set([0, ...marks])].filter((mark) => mark !== end).toSorted((a, b) => a - b);
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? end }));
}
