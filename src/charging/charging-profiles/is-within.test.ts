import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChargingSchedule } from '#contract/energy/charging-profile.ts';
import { isWithin } from './is-within.ts';

const base = new Date('2026-03-01T08:00:00Z');
const schedule = (...steps: [startSeconds: number, limit: number][]): ChargingSchedule => ({
  unit: 'A',
  periods: steps.map(([startSeconds, limit]) => ({ startSeconds, limit })),
});

test('a car that draws no more than it may at any moment stays within the schedule', () => {
  expect(isWithin(schedule([0, 10], [60, 16]), schedule([0, 10], [60, 16]), base)).toBe(true);
  expect(isWithin(schedule([0, 10], [60, 16]), schedule([0, 16], [90, 16.1]), base)).toBe(true);
});

test('a tenth of an ampere too much for one second is too much', () => {
  expect(isWithin(schedule([0, 16], [60, 16.1], [61, 16]), schedule([0, 16]), base)).toBe(false);
});

test('a step down of the schedule counts although the car changes nothing', () => {
  expect(isWithin(schedule([0, 16]), schedule([0, 16], [600, 10]), base)).toBe(false);
});

test('what comes before the car starts and after the schedule ends is no matter', () => {
  const early = { ...schedule([0, 6], [3600, 16]), startsAt: '2026-03-01T07:00:00Z' };
  expect(isWithin(schedule([0, 16]), early, base)).toBe(true);
  expect(isWithin(schedule([0, 16], [60, 32]), { ...schedule([0, 16]), durationSeconds: 60 }, base)).toBe(true);
});

test('watts and amperes are not compared', () => {
  expect(isWithin({ ...schedule([0, 1]), unit: 'W' }, schedule([0, 1000]), base)).toBeNull();
});

test('it is what a look at every single second says', () => {
  const steps = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 30 })), { minLength: 1, maxLength: 5 })
    .map((list) => {
      let at = 0;
      return schedule(
        ...list.map(([length, tenths], index): [number, number] => [index === 0 ? 0 : (at += length), tenths / 10]),
      );
    });
  const rate = ({ periods }: ChargingSchedule, second: number) =>
    periods.findLast(({ startSeconds }) => startSeconds <= second)?.limit ?? 0;
  fc.assert(
    fc.property(steps, steps, (car, limit) => {
      const seconds = Array.from({ length: 150 }, (_, second) => second);
      expect(isWithin(car, limit, base)).toBe(seconds.every((second) => rate(car, second) <= rate(limit, second)));
    }),
  );
});
