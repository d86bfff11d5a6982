import { expect, test } from 'vitest';
import { sparkPath } from './spark-path.ts';

const shape = { width: 100, height: 24, most: 10, places: 3 };

test('the greatest value stands at the top and nothing at the bottom', () => {
  expect(sparkPath([0, 10, 5], shape)).toBe('M0 22L50 2L100 12');
});

test('a place without a value is left out', () => {
  expect(sparkPath([0, null, 10], shape)).toBe('M0 22L100 2');
});

test('a day that has begun leaves room for its other hours, and one hour is no line yet', () => {
  expect(sparkPath([10, 0], shape)).toBe('M0 2L50 22');
  expect(sparkPath([10], shape)).toBe('');
});

test('where all is zero the line lies at the bottom', () => {
  expect(sparkPath([0, 0], { ...shape, most: 0 })).toBe('M0 22L50 22');
});
