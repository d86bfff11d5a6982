import { expect, test } from 'vitest';
import { stationTime } from './station-time.ts';

const receivedAt = new Date('2026-03-01T12:00:00Z');

test.each([
  ['2026-03-01T08:00:00Z', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01T11:00:00+03', '2026-03-01T08:00:00.000Z'],
  ['2026-03-01 08:00:00Z', '2026-03-01T08:00:00.000Z'],
])('%s is read as %s', (text, expected) => {
  expect(stationTime(text, receivedAt).toISOString()).toBe(expected);
});

test.each(['1970-01-01T00:00:00.740Z', '0001-01-01T00:00:00Z', '2026-03-01T23:59:60Z', undefined])(
  '%s is the time of receipt',
  (text) => {
    expect(stationTime(text, receivedAt)).toBe(receivedAt);
  },
);
