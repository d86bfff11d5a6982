import { expect, test } from 'vitest';
import { defined, present } from './present.ts';

const fields = { note: null, name: undefined, isBlocked: false, count: 0, text: '' };

test('present drops null and undefined, defined drops undefined alone', () => {
  expect(Object.keys(present(fields))).toEqual(['isBlocked', 'count', 'text']);
  expect(Object.keys(defined(fields))).toEqual(['note', 'isBlocked', 'count', 'text']);
});
