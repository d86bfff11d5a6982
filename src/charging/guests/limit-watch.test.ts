import { expect, test } from 'vitest';
import { hasToStop, type Reading, withReading } from './limit-watch.ts';

const startedAt = new Date('2026-11-18T12:00:00Z');
const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);
const watched = { limit: 100, startedAt, stopMs: 5_000 };
const reading = (seconds: number, amount: number): Reading => ({ at: at(seconds), amount });

test.each([
  ['nothing was told yet', [], 10, false],
  ['far below', [reading(60, 30)], 60, false],
  ['reached', [reading(60, 30), reading(120, 100)], 120, true],
  // One a second: 94 are told, 5 more come while the station stops.
  ['nearly there, and fast', [reading(60, 34), reading(120, 94)], 120, false],
  ['nearly there, and a second later', [reading(60, 34), reading(120, 94)], 121, true],
  ['nearly there, and slow', [reading(60, 93), reading(120, 94)], 125, false],
  ['below, but a minute has passed since', [reading(60, 60)], 100, true],
  ['it does not charge any more', [reading(60, 90), reading(120, 90)], 600, false],
] satisfies [string, Reading[], number, boolean][])('%s', (_name, readings, seconds, expected) => {
  expect(hasToStop({ ...watched, readings, now: at(seconds) })).toBe(expected);
});

test('of a station that fell silent no more is expected than three times what it told', () => {
  expect(hasToStop({ ...watched, limit: 1_000, readings: [reading(60, 60)], now: at(7_200) })).toBe(false);
});

test('the same amount again is no new reading, and two are remembered', () => {
  const first = withReading([], reading(1, 10));
  expect(withReading(first, reading(2, 10))).toBe(first);
  expect(withReading(withReading(first, reading(3, 12)), reading(4, 15)).map(({ amount }) => amount)).toEqual([12, 15]);
});
