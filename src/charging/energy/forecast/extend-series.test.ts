import { expect, test } from 'vitest';
import { extendSeries } from './extend-series.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Eight days of hours that repeat: the value is the hour of the day. */
const past = Array.from({ length: 8 * 24 }, (_, hour) => ({ from: hour * hourMs, value: hour % 24 }));
const now = 8 * dayMs;

test('beyond its end a forecast goes on as the last days were', () => {
  const extended = extendSeries(past, [{ from: now, value: 0 }], now + 12 * hourMs);
  expect(extended.findLast(({ from }) => from <= now + 10 * hourMs)?.value).toBeCloseTo(10);
});

test('what is unusual at the end of the forecast fades', () => {
  const extended = extendSeries(past, [{ from: now, value: 8 }], now + 24 * hourMs);
  const at = (hour: number) => extended.findLast(({ from }) => from <= now + hour * hourMs)?.value ?? 0;
  expect(at(1)).toBeGreaterThan(1 + 5);
  expect(at(20)).toBeCloseTo(20, 0);
});

test('without any past the last value stays', () => {
  expect(extendSeries([], [{ from: now, value: 5 }], now + hourMs).at(-1)?.value).toBe(5);
});
