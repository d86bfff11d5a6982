import { expect, test } from 'vitest';
import { byLanguage } from './by-language.ts';

test('a table of pairs becomes a table for each language', () => {
  const texts = byLanguage({
    title: ['Receipt', 'Recibo'],
    left: [(count: number) => `${count} left`, (count: number) => `restam ${count}`],
    kinds: { energy: ['Energy', 'Energia'] },
  });
  expect(texts.en.title).toBe('Receipt');
  expect(texts['pt-BR'].left(2)).toBe('restam 2');
  expect(texts['pt-BR'].kinds).toEqual({ energy: 'Energia' });
});
