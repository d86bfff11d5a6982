import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';
import { weekday } from '#contract/reports/calendar.ts';

export type DayName = NonNullable<PriceRow['days']>[number];
/** From minute to minute of a day one row holds; null: none does. */
export type Stretch = { from: number; to: number; row: number | null };
export type DayPicture = { day: DayName; stretches: Stretch[] };

const dayMinutes = 1440;

/** Which price holds on each day of the week, at the beginning of a session, in the season that contains `dayOfYear` ("07-15"). */
export function weekPicture({ prices }: Pick<TariffTerms, 'prices'>, dayOfYear: string): DayPicture[] {
  const hasHolidays = prices.some(({ days }) => days?.includes('holiday'));
  const days: DayName[] = [...weekday.options, ...(hasHolidays ? (['holiday'] as const) : [])];
  const rows = prices.map((row, index) => ({ ...row, index })).filter(({ season }) => isInSeason(season, dayOfYear));
  return days.map((day) => ({ day, stretches: stretchesOf(rows.filter((row) => row.days?.includes(day) ?? true)) }));
}

type Row = PriceRow & { index: number };

function stretchesOf(rows: readonly Row[]): Stretch[] {
  const marks = rows.flatMap(({ hours }) => (hours === null ? [] : bounds(hours)));
  const minutes = [...new Set([0, ...marks, dayMinutes])].toSorted((one, other) => one - other);
  const stretches: Stretch[] = [];
  for (const [place, from] of minutes.slice(0, -1).entries()) {
    const to = minutes[place + 1] ?? dayMinutes;
    const row = rows.find((each) => isFirst(each) && holdsAt(each, from))?.index ?? null;
    const before = stretches.at(-1);
    if (before?.row === row) before.to = to;
    else stretches.push({ from, to, row });
  }
  return stretches;
}

/** Steps of energy and duration come later in a session. */
function isFirst({ fromKwh, fromMinutes }: PriceRow): boolean {
  return Number(fromKwh) === 0 && fromMinutes === 0;
}

/** Hours over midnight are the early and the late hours of the same day. */
function holdsAt({ hours }: PriceRow, minute: number): boolean {
  if (hours === null) return true;
  const [from, to] = bounds(hours);
  return from < to ? from <= minute && minute < to : minute >= from || minute < to;
}

function bounds(hours: string): [from: number, to: number] {
  const [from = 0, to = 0] = hours.split('-').map((time) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return hour * 60 + minute;
  });
  return [from, to];
}

function isInSeason(season: string | null, dayOfYear: string): boolean {
  if (season === null) return true;
  const [first = '', last = ''] = season.split('..');
  return first <= last ? first <= dayOfYear && dayOfYear <= last : dayOfYear >= first || dayOfYear <= last;
}

/** The parts of the year that a tariff names, each once. */
export function seasonsOf({ prices }: Pick<TariffTerms, 'prices'>): string[] {
  return [...new Set(prices.map(({ season }) => season).filter((season) => season !== null))];
}
