import { expect, test } from 'vitest';
import { isNestedDeeper } from './json.ts';

test.each([
  ['[]', 0, true],
  ['[]', 1, false],
  ['{"a":[{"b":1}]}', 2, true],
  ['{"a":[{"b":1}]}', 3, false],
  ['[[],[],[]]', 2, false],
  ['["[[[[{{{{"]', 1, false],
  ['["\\"[[[[", "\\\\", []]', 2, false],
  ['["\\\\",[[]]]', 2, true],
  ['"never ends [[[', 0, false],
  ['', 0, false],
])('%s is deeper than %i levels: %s', (text, levels, expected) => {
  expect(isNestedDeeper(text, levels)).toBe(expected);
});

test('a megabyte of brackets is refused at its beginning, and a megabyte of backslashes is read once', () => {
  const startedAt = performance.now();
  expect(isNestedDeeper('['.repeat(1_000_000), 32)).toBe(true);
  expect(isNestedDeeper(`["${'\\"'.repeat(500_000)}"]`, 32)).toBe(false);
  expect(isNestedDeeper(`["${'\\'.repeat(1_000_000)}"]`, 32)).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(20_000); // by the square of their length it would take hours
});
