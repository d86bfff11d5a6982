import { Temporal } from 'temporal-polyfill';
import type { EnergyPrices, SeriesKind } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { type PlanPrices, type Steps, valueAt } from '../../planner/plan-problem.ts';
import type { Point, StoredSeries } from './series-store.ts';
import { timeOfUseSteps } from './time-of-use-steps.ts';

export type PriceFacts = {
  prices: EnergyPrices;
  series: readonly StoredSeries[];
  timeZone: string;
  now: number;
  until: number;
  /** The highest quarter of an hour of this month. */
  peakW: number;
};

const dayMs = 86_400_000;

/** What energy costs hour by hour: imported series first, then prices by the clock; what neither knows is as it was a day before. */
export function planPrices(facts: PriceFacts): { prices: PlanPrices; warnings: Sentence[] } {
  const { prices, now, until, timeZone, peakW } = facts;
  const span = { from: now, until, timeZone };
  const imported = seriesOf(facts, 'import-price');
  const byClock = prices.import === null ? null : timeOfUseSteps(prices.import, span);
  const withAdder = imported && { ...imported, points: imported.points.map(plus(prices.adderPerKwh)) };
  const exported = seriesOf(facts, 'export-price');
  const warnings: Sentence[] = [];
  const isMissing = imported === undefined ? prices.importUrl !== null : imported.until <= now;
  if (isMissing && byClock === null)
    warnings.push(sentenceOf('prices-missing', { from: new Date(imported?.until ?? now).toISOString() }));
  return {
    prices: {
      importPerKwh: covered(withAdder, byClock, span) ?? constant(now, 0),
      exportPerKwh: covered(exported, constant(now, prices.exportPerKwh), span) ?? constant(now, prices.exportPerKwh),
      carbonKgPerKwh: covered(seriesOf(facts, 'carbon'), null, span) ?? constant(now, 0),
      carbonPrice: prices.carbonPerKg,
      demandCharge:
        prices.demandChargePerKw === 0
          ? null
          : { perKw: prices.demandChargePerKw, peakW, share: 1 / daysLeft(now, timeZone) },
    },
    warnings,
  };
}

function seriesOf({ series }: PriceFacts, kind: SeriesKind): StoredSeries | undefined {
  return series.find((each) => each.kind === kind && each.points.length > 0);
}

type Span = { from: number; until: number };

/** The series where it reaches, then the other steps, then the series of the days before. */
function covered(series: StoredSeries | undefined, otherwise: Steps | null, { from, until }: Span): Steps | null {
  if (series === undefined) return otherwise;
  const end = Math.min(series.until, until);
  const steps: Point[] = [];
  if (end > from) {
    steps.push({ from, value: valueAt(series.points, from) });
    steps.push(...series.points.filter((point) => point.from > from && point.from < end));
  }
  const rest = Math.max(from, end);
  if (rest >= until) return steps;
  if (otherwise !== null) {
    steps.push({ from: rest, value: valueAt(otherwise, rest) });
    steps.push(...otherwise.filter((step) => step.from > rest && step.from < until));
    return steps;
  }
  return [...steps, ...dayBefore(series, rest, until)];
}

/** Hour by hour what the series said at the same time of its last day. */
function dayBefore(series: StoredSeries, from: number, until: number): Point[] {
  const steps: Point[] = [];
  for (let at = from; at < until; at = Math.floor(at / hourMs) * hourMs + hourMs) {
    const days = Math.ceil((at - series.until + 1) / dayMs);
    steps.push({ from: at, value: valueAt(series.points, at - days * dayMs) });
  }
  return steps;
}

const hourMs = 3_600_000;

function plus(adder: number): (point: Point) => Point {
  return ({ from, value }) => ({ from, value: value + adder });
}

function constant(from: number, value: number): Steps {
  return [{ from, value }];
}

/** A peak of today is paid once and serves until the month ends. */
function daysLeft(now: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  return local.daysInMonth - local.day + 1;
}

export function monthBegan(now: number, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  return new Date(local.toPlainDate().with({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
}
