import { expect, test } from 'vitest';
import { isDeeperThan, isRecord, ownJson, parsedJson } from './json.ts';

test('what is no JSON, or nested too deep, is undefined', () => {
  expect(parsedJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(parsedJson('{"a":')).toBeUndefined();
  expect(parsedJson('[[[1]]]', 2)).toBeUndefined();
  expect(parsedJson('[[[1]]]', 3)).toEqual([[[1]]]);
  expect(ownJson(`${'['.repeat(40)}${']'.repeat(40)}`)).toHaveLength(1);
  expect(ownJson('torn "')).toBeUndefined();
});

test('an array and null are no record', () => {
  expect([{}, [], null, 'text', undefined].map(isRecord)).toEqual([true, false, false, false, false]);
});

test('depth is counted in objects and arrays', () => {
  expect(isDeeperThan({ a: [{ b: 1 }] }, 2)).toBe(true);
  expect(isDeeperThan({ a: [{ b: 1 }] }, 3)).toBe(false);
});
