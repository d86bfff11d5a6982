import { expect, test } from 'vitest';
import { expectedArrivals } from './expected-arrivals.ts';
import { LoadForecast } from './load-forecast.ts';
import { LocalDays } from './local-days.ts';
import { StayPredictor } from './stay-predictor.ts';
import { CalibratedLevel, weightedQuantile } from './weighted-quantile.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const days = new LocalDays('Europe/Lisbon');
const monday = Date.parse('2026-03-02T00:00:00Z');

test('a day on which the clock is put forward has 23 hours', () => {
  const { startsAt, endsAt } = days.of(Date.parse('2026-03-29T12:00:00Z'));
  expect((endsAt - startsAt) / hourMs).toBe(23);
});

test('like days are working days for a working day, the latest first', () => {
  const like = [...days.likeBefore(days.of(monday), { atMostDaysBack: 7 })];
  expect(like.map(({ startsAt }) => new Date(startsAt).getUTCDay())).toEqual([5, 4, 3, 2, 1]);
});

test('a quantile counts weights, not values', () => {
  const values = [
    { value: 1, weight: 1 },
    { value: 10, weight: 3 },
  ];
  expect([0.2, 0.5].map((level) => weightedQuantile(values, level))).toEqual([1, 10]);
  expect(weightedQuantile([], 0.5)).toBeUndefined();
});

test('a calibrated level moves until what it promises comes true', () => {
  const level = new CalibratedLevel(0.2);
  let hits = 0;
  for (let index = 0; index < 20_000; index += 1) {
    const outcome = ((index * 7919) % 1000) / 1000; // even between 0 and 1
    const isBelow = outcome <= level.current * 0.6; // a forecaster that is always too low
    level.learn(isBelow);
    if (index >= 10_000 && isBelow) hits += 1;
  }
  expect(hits / 10_000).toBeCloseTo(0.2, 1);
  expect(level.current).toBeGreaterThan(0.3);
});

const workdayLoad = (scale: number) => Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 18 ? scale : 0));

test('the forecast of a working day is that of working days, whatever weekends were', () => {
  const forecast = new LoadForecast(days);
  for (let back = 40; back >= 1; back -= 1) {
    const day = days.of(monday - back * dayMs + hourMs);
    forecast.learn(day, workdayLoad(day.isWeekend ? 500 : 10_000 + (back % 5) * 100));
  }
  const { medianW, highW, lowW } = forecast.forecast(days.of(monday));
  expect(medianW[12]).toBeGreaterThanOrEqual(10_000);
  expect(medianW[12]).toBeLessThanOrEqual(10_400);
  expect(medianW[3]).toBe(0);
  expect(highW[12] ?? 0).toBeGreaterThan(lowW[12] ?? 0);
});

test('a site that closes every other Friday is expected to do so again', () => {
  const forecast = new LoadForecast(days);
  const friday = monday + 4 * dayMs; // open, as two weeks before; closed a week before
  for (let back = 84; back >= 1; back -= 1) {
    const day = days.of(friday - back * dayMs + hourMs);
    forecast.learn(day, workdayLoad(day.isWeekend || back % 14 === 7 ? 500 : 10_000));
  }
  const at = (ahead: number) => forecast.forecast(days.of(friday + ahead * dayMs + hourMs)).medianW[12];
  expect([at(0), at(7)]).toEqual([10_000, 500]);
});

test('a site that became twice as busy two weeks ago is expected to stay so', () => {
  const forecast = new LoadForecast(days);
  for (let back = 84; back >= 1; back -= 1)
    forecast.learn(days.of(monday - back * dayMs + hourMs), workdayLoad(back > 14 ? 5_000 : 10_000));
  expect(forecast.forecast(days.of(monday)).medianW[12]).toBe(10_000);
});

test('a morning with twice the usual load raises the afternoon', () => {
  const forecast = new LoadForecast(days);
  for (let back = 40; back >= 1; back -= 1) forecast.learn(days.of(monday - back * dayMs + hourMs), workdayLoad(1_000));
  const usual = forecast.forecast(days.of(monday)).medianW;
  const busy = forecast.forecastRest(days.of(monday), workdayLoad(2_000).slice(0, 12)).medianW;
  expect(busy.slice(0, 12)).toEqual(workdayLoad(2_000).slice(0, 12));
  expect(busy[14] ?? 0).toBeGreaterThan((usual[14] ?? 0) * 1.1);
});

const beginning = {
  arrivedAt: monday + 9 * hourMs,
  evseNodeId: 'CP-1:1',
  driverId: null,
  statedDepartureAt: monday + 18 * hourMs,
  statedEnergyWh: 40_000,
};

test('without history the driver is believed, without any confidence', () => {
  const prediction = new StayPredictor(days).predict(beginning);
  expect(prediction.departureAt).toBe(beginning.statedDepartureAt);
  expect(prediction.energyWh).toBe(40_000);
  expect(prediction.confidence).toBe(0);
});

test('drivers who always leave three hours before they say are expected to do so again', () => {
  const predictor = new StayPredictor(days);
  for (let back = 30; back >= 1; back -= 1) {
    const shift = back * dayMs;
    predictor.learn({
      ...beginning,
      arrivedAt: beginning.arrivedAt - shift,
      statedDepartureAt: beginning.statedDepartureAt - shift,
      departedAt: beginning.statedDepartureAt - shift - 3 * hourMs,
      energyWh: 18_000 + back * 10,
    });
  }
  const prediction = predictor.predict(beginning);
  expect(prediction.departureAt).toBe(beginning.statedDepartureAt - 3 * hourMs);
  expect(prediction.energyWh).toBeLessThan(19_000);
  expect(prediction.confidence).toBeGreaterThan(0.9);
});

test('of two kinds of drivers at the same hour, those who state the same figure count', () => {
  const predictor = new StayPredictor(days);
  for (let back = 40; back >= 1; back -= 1) {
    const arrivedAt = beginning.arrivedAt - back * dayMs;
    const isShort = back % 3 === 0;
    predictor.learn({
      ...beginning,
      arrivedAt,
      statedEnergyWh: isShort ? 40_000 : 41_000,
      statedDepartureAt: arrivedAt + (isShort ? 540 : 545) * 60_000,
      departedAt: arrivedAt + (isShort ? 2 : 8) * hourMs,
      energyWh: 10_000,
    });
  }
  expect(predictor.predict(beginning).departureAt).toBe(beginning.arrivedAt + 2 * hourMs);
});

test('cars of the last like days are expected once more, each by its share', () => {
  const at = (back: number, hour: number) => monday - back * dayMs + hour * hourMs;
  const stay = (back: number, arrival: number) => ({
    evseNodeId: 'CP-1:1',
    phases: 3 as const,
    arrivedAt: at(back, arrival),
    departedAt: at(back, 17),
    energyWh: 10_000,
    maxA: 32,
  });
  const stays = [stay(3, 9.2), stay(4, 9.3), stay(4, 7), stay(2, 9.2)]; // two days ago was a Saturday
  const expected = expectedArrivals(stays, { now: at(0, 8), days, likeDays: 2, groupOf: () => 'all' });
  expect(expected.map(({ energyWh, maxA, isExpected }) => ({ energyWh, maxA, isExpected }))).toEqual([
    { energyWh: 10_000, maxA: 32, isExpected: true },
  ]);
  expect(expected[0]?.departsAt).toBe(at(0, 17.25));
});

test('cars that come tomorrow are expected where the plan reaches so far', () => {
  const stay = (back: number) => ({
    evseNodeId: 'CP-1:1',
    phases: 3 as const,
    arrivedAt: monday - back * dayMs + 7 * hourMs,
    departedAt: monday - back * dayMs + 17 * hourMs,
    energyWh: 10_000,
    maxA: 32,
  });
  const asked = { now: monday + 20 * hourMs, days, likeDays: 1, groupOf: () => 'all' };
  const arrivals = (until?: number) =>
    expectedArrivals([stay(3), stay(2)], { ...asked, ...(until !== undefined && { until }) }).map(
      ({ availableFrom, energyWh }) => ({ hour: (availableFrom - monday) / hourMs, energyWh }),
    );
  expect(arrivals()).toEqual([]);
  expect(arrivals(monday + 44 * hourMs)).toEqual([{ hour: 31, energyWh: 10_000 }]);
});
