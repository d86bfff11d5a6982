import { expect, test } from 'vitest';
import { storableText, storableValue } from './storable-text.ts';

test('what no column holds is replaced one by one, so that no text grows or shrinks', () => {
  expect(storableText('a\0b\x1d\x1e \ud800c \udfff')).toBe('a\uFFFDb\uFFFD\uFFFD \uFFFDc \uFFFD');
  expect(storableText('ção 👩 \t\n')).toBe('ção 👩 \t\n');
});

test('names of fields are texts too', () => {
  const given = { 'na\0me': ['half \ud800', { whole: '👩', count: 2, none: null }] };
  expect(storableValue(given)).toEqual({ 'na\uFFFDme': ['half \uFFFD', { whole: '👩', count: 2, none: null }] });
});

test('a value that can be stored stays the very same', () => {
  const given = { name: ['👩', 1, null, { inner: 'ção' }] };
  expect(storableValue(given)).toBe(given);
});
