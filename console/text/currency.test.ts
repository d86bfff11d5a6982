import { expect, test } from 'vitest';
import { isCurrency, usualCurrency } from './currency.ts';

test('a word cut to three letters is no currency', () => {
  expect(isCurrency('BRL')).toBe(true);
  for (const wrong of ['REA', 'real', 'brl', '']) expect(isCurrency(wrong)).toBe(false);
});

test('the clock of a place tells its money before the language of the reader does', () => {
  expect(usualCurrency('en', 'America/Sao_Paulo')).toBe('BRL');
  expect(usualCurrency('pt-BR', 'Europe/Lisbon')).toBe('EUR');
  expect(usualCurrency('en', 'Europe/London')).toBe('GBP');
  expect(usualCurrency('pt-BR', 'UTC')).toBe('BRL');
});
