import { expect, test } from 'vitest';
import { laterPosition } from './position.ts';

test.each([
  ['812.40', '813.1', '813.1'], // a later transaction, though its row is older
  ['813.2', '813.10', '813.10'], // numbers, not texts
  ['99.5', '100.1', '100.1'],
  ['9223372036854775806.1', '9223372036854775807.1', '9223372036854775807.1'],
  ['7.7', '7.7', '7.7'],
])('of %s and %s the one further on is %s', (one, other, later) => {
  expect(laterPosition(one, other)).toBe(later);
  expect(laterPosition(other, one)).toBe(later);
});
