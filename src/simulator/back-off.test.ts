import { expect, test } from 'vitest';
import { backOffSeconds } from './back-off.ts';

test('the wait doubles with every attempt, up to a limit, plus chance', () => {
  const backOff = { minimumSeconds: 2, randomSeconds: 10, doublings: 3 };
  const waits = [0, 1, 2, 3, 4, 50].map((attempt) => backOffSeconds(backOff, attempt, () => 0));
  expect(waits).toEqual([2, 4, 8, 16, 16, 16]);
  expect(backOffSeconds(backOff, 0, () => 0.5)).toBe(7);
});
