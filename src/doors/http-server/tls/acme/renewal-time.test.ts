import { expect, test } from 'vitest';
import { renewalDue, retryAfterMs } from './renewal-time.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const ninety = { validFromDate: day(1), validToDate: day(91) };

test.each([
  [60, false],
  [61, true],
  [90, true],
])('of ninety days, renewal on day %i: %s', (number, isDue) => {
  expect(renewalDue(ninety, day(number))).toBe(isDue);
});

test('each failure waits twice as long as the one before, up to six hours and not in step with others', () => {
  expect([1, 2, 3, 4].map((failures) => retryAfterMs(failures, 0.5) / 60_000)).toEqual([1, 2, 4, 8]);
  expect(retryAfterMs(50, 0.5)).toBe(6 * 3_600_000);
  expect(retryAfterMs(1, 0)).toBeLessThan(retryAfterMs(1, 0.9));
});
