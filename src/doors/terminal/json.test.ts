import { expect, test } from 'vitest';
import { json, jsonLine } from './json.ts';

const hostile = { vendor: 'a\u009b31m\u202e\u001b[2J', tag: '\u{e0041}', city: 'São Paulo' };

test('the value is exactly the one that was given', () => {
  expect(JSON.parse(json(hostile))).toEqual(hostile);
  expect(JSON.parse(jsonLine(hostile))).toEqual(hostile);
});

test('nothing in it commands a terminal', () => {
  expect(json(hostile).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(json(hostile)).toContain('São Paulo');
});

test('a line is one line', () => {
  expect(jsonLine({ a: { b: [1, 2] } })).toBe('{"a":{"b":[1,2]}}');
});
