import { expect, test } from 'vitest';
import { bearerKeyIn } from './bearer-key.ts';

test.each([
  ['Bearer abc', 'abc'],
  ['bearer  abc ', 'abc'],
  ['Bearer a b', undefined],
  ['Bearer ', undefined],
  ['Basic abc', undefined],
  [undefined, undefined],
])('%o holds the key %o', (header, key) => {
  expect(bearerKeyIn(header)).toBe(key);
});
