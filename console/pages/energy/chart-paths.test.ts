import { expect, test } from 'vitest';
import { ticksBetween } from './chart-paths.ts';

test('an axis that reaches below zero goes on in the same steps', () => {
  expect(ticksBetween(-6, 55)).toEqual([-20, 0, 20, 40, 60]);
  expect(ticksBetween(-25, 35)).toEqual([-30, -20, -10, 0, 10, 20, 30, 40]);
});

test('where nothing flows back the axis begins at zero', () => {
  expect(ticksBetween(0, 40)).toEqual([0, 10, 20, 30, 40]);
});
