import { expect, test } from 'vitest';
import { timeTicks, valueTicks } from './ticks.ts';

test('an axis goes in round steps from zero to above the highest value', () => {
  expect(valueTicks(7.4, 4)).toEqual([0, 2, 4, 6, 8]);
  expect(valueTicks(11, 4)).toEqual([0, 5, 10, 15]);
  expect(valueTicks(100, 4)).toEqual([0, 25, 50, 75, 100]);
  expect(valueTicks(0.3, 3)).toEqual([0, 0.1, 0.2, 0.3]);
});

test('nothing measured yet still has an axis', () => {
  expect(valueTicks(0, 2)).toEqual([0, 0.5, 1]);
});

test('every highest value has a handful of steps and lies below the last', () => {
  for (let highest = 0.01; highest < 1e6; highest *= 1.37) {
    const ticks = valueTicks(highest, 4);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest * 0.999_999);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.length).toBeGreaterThanOrEqual(3);
  }
});

test('times stand on full minutes and hours, no more than wanted', () => {
  const from = new Date(2026, 2, 1, 14, 3, 20).getTime();
  const { times, stepMs } = timeTicks(from, from + 50 * 60_000, 6);
  expect(stepMs).toBe(10 * 60_000);
  expect(times.map((time) => new Date(time).getMinutes())).toEqual([10, 20, 30, 40, 50]);
});

test('a session of days is marked at midnights', () => {
  const from = new Date(2026, 2, 1, 14, 3).getTime();
  const { times } = timeTicks(from, from + 4 * 86_400_000, 5);
  expect(times).toHaveLength(4);
  expect(times.every((time) => new Date(time).getHours() === 0)).toBe(true);
});

test('a session without length has an axis without end', () => {
  expect(timeTicks(1_000, 1_000, 5).times.length).toBeLessThanOrEqual(1);
});
