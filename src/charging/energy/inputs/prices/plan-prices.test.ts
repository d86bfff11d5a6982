import { expect, test } from 'vitest';
import { energyPrices } from '#contract/energy/site-energy.ts';
import { valueAt } from '../../planner/plan-problem.ts';
import { pointsOfRuns, runsOf } from './import-series.ts';
import { planPrices } from './plan-prices.ts';
import type { StoredSeries } from './series-store.ts';
import { timeOfUseSteps } from './time-of-use-steps.ts';

const hourMs = 3_600_000;
const at = (text: string) => Date.parse(text);
const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const night = { windows: [{ days: [...everyDay], hours: '02:30-06:00', perKwh: 0.1 }], otherwisePerKwh: 0.3 };

function stepsOn(day: string) {
  const from = at(`${day}T00:00:00+01:00`);
  const steps = timeOfUseSteps(night, { from, until: from + 12 * hourMs, timeZone: 'Europe/Berlin' });
  return steps.map((step) => [new Date(step.from).toISOString().slice(11, 16), step.value]);
}

test('prices by the clock of the site', () => {
  expect(stepsOn('2026-03-10')).toEqual([
    ['23:00', 0.3],
    ['01:30', 0.1],
    ['05:00', 0.3],
  ]);
});

test('a night of 23 hours: what begins in the hour that is skipped begins when the clock jumps', () => {
  expect(stepsOn('2026-03-29')).toEqual([
    ['23:00', 0.3],
    ['01:00', 0.1], // 03:00 by the clock
    ['04:00', 0.3],
  ]);
});

test('a night of 25 hours: the hour that comes twice has its prices twice', () => {
  const from = at('2026-10-24T22:00:00Z');
  const steps = timeOfUseSteps(night, { from, until: from + 9 * hourMs, timeZone: 'Europe/Berlin' });
  expect(steps.map((step) => [new Date(step.from).toISOString().slice(11, 16), step.value])).toEqual([
    ['22:00', 0.3],
    ['00:30', 0.1], // 02:30
    ['01:00', 0.3], // 02:00 again
    ['01:30', 0.1], // 02:30 again
    ['05:00', 0.3],
  ]);
});

const now = at('2026-03-10T10:20:00Z');
const series = (values: number[], changes: Partial<StoredSeries> = {}): StoredSeries => ({
  kind: 'import-price',
  points: values.map((value, index) => ({ from: at('2026-03-10T00:00:00Z') + index * hourMs, value })),
  until: at('2026-03-10T00:00:00Z') + values.length * hourMs,
  source: 'CSV',
  importedAt: new Date(now),
  ...changes,
});
const facts = { series: [], timeZone: 'Europe/Berlin', now, until: now + 36 * hourMs, peakW: 40_000 };

test('an imported price counts with fees on top where it reaches, then the price by the clock', () => {
  const prices = energyPrices.parse({ import: night, adderPerKwh: 0.05 });
  const { prices: planned, warnings } = planPrices({
    ...facts,
    prices,
    series: [series(Array.from({ length: 12 }, () => 0.2))],
  });
  expect(valueAt(planned.importPerKwh, now)).toBeCloseTo(0.25);
  expect(valueAt(planned.importPerKwh, at('2026-03-10T13:00:00Z'))).toBe(0.3);
  expect(warnings).toEqual([]);
});

test('beyond its end a series goes on as on its last day, and one that has ended is a warning', () => {
  const values = Array.from({ length: 24 }, (_, hour) => hour / 100);
  const prices = energyPrices.parse({});
  const fresh = planPrices({ ...facts, prices, series: [series(values)] });
  expect(valueAt(fresh.prices.importPerKwh, at('2026-03-11T05:00:00Z'))).toBe(0.05);
  expect(fresh.warnings).toEqual([]);
  const ended = planPrices({
    ...facts,
    now: now + 24 * hourMs,
    until: now + 48 * hourMs,
    prices,
    series: [series(values)],
  });
  expect(valueAt(ended.prices.importPerKwh, at('2026-03-11T12:00:00Z'))).toBe(0.12);
  expect(ended.warnings).toMatchObject([{ code: 'prices-missing', values: { from: '2026-03-11T00:00:00.000Z' } }]);
});

test('without any price all hours cost the same; a demand charge is felt by its share of the month', () => {
  const { prices } = planPrices({ ...facts, prices: energyPrices.parse({ demandChargePerKw: 12 }) });
  expect(prices.importPerKwh).toEqual([{ from: now, value: 0 }]);
  expect(prices.demandCharge).toEqual({ perKw: 12, peakW: 40_000, share: 1 / 22 });
});

test('what the ledger keeps of a series says all of it', () => {
  const points = [0, 1, 2, 4, 4.25, 4.5].map((hour, index) => ({ from: hour * hourMs, value: index }));
  expect(runsOf(points)).toEqual([
    [0, 3600, 0, 1, 2],
    [14_400, 900, 3, 4, 5],
  ]);
  expect(pointsOfRuns(runsOf(points))).toEqual(points);
});
