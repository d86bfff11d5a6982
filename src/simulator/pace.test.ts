import { expect, test } from 'vitest';
import { openPace } from './pace.ts';

test('comers wait for their turn, and time that has passed is not saved up', () => {
  let now = 1000;
  const waitMs = openPace(10, () => now);
  expect([waitMs(), waitMs(), waitMs()]).toEqual([0, 100, 200]);
  now = 5000;
  expect([waitMs(), waitMs()]).toEqual([0, 100]);
});
