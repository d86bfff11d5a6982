import { expect, test } from 'vitest';
import { cutToWidth, displayWidth, padToWidth } from './display-width.ts';

test.each([
  ['CP-7', 4],
  ['São João', 8],
  ['充電', 4],
  ['e\u0301', 1],
  ['⚡', 2],
  ['👨‍👩‍👧', 2],
  ['', 0],
])('%s takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test.each([
  ['station', 7, 'station'],
  ['station', 6, 'stati…'],
  ['充電站', 5, '充電…'],
  ['充電站', 4, '充…'],
  ['one two', 5, 'one…'],
  ['station', 1, '…'],
  ['station', 0, ''],
])('%s in %i columns is %s', (text, width, cut) => {
  expect(cutToWidth(text, width)).toBe(cut);
  expect(displayWidth(cut)).toBeLessThanOrEqual(width);
});

test('padding counts columns, not characters', () => {
  expect(padToWidth('充電', 6)).toBe('充電  ');
});
