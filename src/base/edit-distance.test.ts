import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['fiat', 'fiat', 0],
  ['fiat', 'fait', 1],
  ['fiat', 'fia', 1],
  ['fiat', 'fiatt', 1],
  ['fiat', 'fixt', 1],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
])('%s and %s differ by %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});
