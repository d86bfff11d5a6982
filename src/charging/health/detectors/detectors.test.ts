import { expect, test } from 'vitest';
import { countAttempt, countEvent, newRate, newShare, passTime } from './cusum.ts';
import { hearInterval, hearValue, newLevel, newSpread } from './ewma.ts';
import { type CohortMember, failureProbability, judgeCohorts, riskOf } from './hazard.ts';
import { watches } from './watches.ts';

const dayMs = 86_400_000;

test('starts that fail now and then give no alarm, and more and more of them do', () => {
  const { rule } = watches.starts;
  const state = newShare();
  const scores = Array.from({ length: 200 }, (_, nth) => countAttempt(state, nth % 12 === 0, rule));
  expect(Math.max(...scores)).toBeLessThan(1);
  const later = Array.from({ length: 40 }, (_, nth) => countAttempt(state, nth % 2 === 0, rule));
  expect(later.findIndex((score) => score >= 1)).toBeGreaterThan(3);
  expect(Math.max(...later)).toBeGreaterThanOrEqual(1);
});

test('so many failures in a row are an alarm by themselves', () => {
  const { rule } = watches.starts;
  const state = newShare();
  const scores = Array.from({ length: rule.maxRun }, () => countAttempt(state, true, rule));
  expect(scores.at(-1)).toBeGreaterThanOrEqual(1);
});

test('restarts every few hours are an alarm, one in a month is none, and time takes it back', () => {
  const { rule } = watches.boots;
  const state = newRate(0);
  expect(countEvent(state, 10 * dayMs, rule)).toBeLessThan(0.5);
  for (let nth = 1; nth <= 4; nth += 1) countEvent(state, 20 * dayMs + nth * 3_600_000, rule);
  expect(state.sum / rule.limit).toBeGreaterThanOrEqual(1);
  passTime(state, 90 * dayMs, rule);
  expect(state.sum).toBe(0);
});

test('a level that rises is noticed, and one wild value is not', () => {
  const { rule } = watches.answers;
  const state = newLevel();
  for (let nth = 0; nth < 40; nth += 1) hearValue(state, Math.log(0.5) + 0.1 * Math.sin(nth), rule);
  expect(hearValue(state, Math.log(30), rule)).toBeLessThan(1);
  for (let nth = 0; nth < 30; nth += 1) hearValue(state, Math.log(0.5), rule);
  const scores = Array.from({ length: 20 }, () => hearValue(state, Math.log(5), rule));
  expect(scores.at(-1)).toBeGreaterThanOrEqual(1);
});

test('meter values that come ever less regularly are noticed, a gap is not', () => {
  const { rule } = watches.meterRhythm;
  const state = newSpread();
  const around = (jitter: number, nth: number) => 60 + jitter * Math.sin(nth * 1.7);
  for (let nth = 0; nth < 400; nth += 1) hearInterval(state, around(0.7, nth), rule);
  expect(hearInterval(state, 300, rule)).toBeLessThan(1);
  for (let nth = 0; nth < 300; nth += 1) hearInterval(state, around(0.7, nth), rule);
  const scores = Array.from({ length: 400 }, (_, nth) => hearInterval(state, around(4, nth), rule));
  expect(scores.at(-1)).toBeGreaterThanOrEqual(1);
});

test('meter values that are settled to come otherwise are as regular as before', () => {
  const { rule } = watches.meterRhythm;
  const state = newSpread();
  let nth = 0;
  const hear = (mean: number, times: number) =>
    Array.from({ length: times }, () => hearInterval(state, mean + 0.7 * Math.sin((nth += 1) * 1.7), rule));
  hear(60, 400);
  expect(Math.max(...hear(10, 200), ...hear(300, 200), ...hear(30, 200))).toBeLessThan(0.5);
  const jitter = Array.from({ length: 400 }, (_, each) => hearInterval(state, 30 + 4 * Math.sin(each * 1.7), rule));
  expect(jitter.at(-1)).toBeGreaterThanOrEqual(1);
});

test('a firmware whose stations are in trouble is named, and one bad station names nobody', () => {
  const member = (nth: number, firmwareVersion: string, troubles: number): CohortMember => ({
    stationId: `CP-${nth}`,
    vendor: 'Alfa',
    model: 'A22',
    firmwareVersion,
    days: 10,
    failures: 0,
    troubles,
  });
  const fleet = Array.from({ length: 60 }, (_, nth) => member(nth, '1.0', nth % 3));
  const bad = Array.from({ length: 10 }, (_, nth) => member(100 + nth, '1.1', 20));
  expect(judgeCohorts([...fleet, ...bad])).toMatchObject([
    { cohort: { model: 'A22', firmwareVersion: '1.1' }, isFirmware: true, stations: 10 },
  ]);
  expect(judgeCohorts([...fleet, member(200, '1.2', 500), member(201, '1.2', 0)])).toEqual([]);
});

test('a kind of which little is known has the risk of its fleet, and its own failures raise it', () => {
  const fleet = 0.001;
  const unknown = failureProbability({ failures: 0, days: 0 }, fleet, 14);
  expect(unknown).toBeCloseTo(0.0134, 3);
  expect(failureProbability({ failures: 5, days: 100 }, fleet, 14)).toBeGreaterThan(10 * unknown);
  expect(riskOf(0, unknown)).toBeCloseTo(unknown);
  expect(riskOf(1, unknown)).toBeGreaterThan(0.65);
});
