import { expect, test } from 'vitest';
import {
  amountInField,
  decimalText,
  isPayable,
  leastAmount,
  minorText,
  moneyText,
  priceText,
  typedAmount,
} from './money.ts';

test('money and prices are written by language and currency, to the last digit', () => {
  expect(moneyText('1234.5', 'EUR', 'en')).toBe('€1,234.50');
  expect(moneyText('1234.5', 'BRL', 'pt-BR')).toBe('R$\u00a01.234,50');
  expect(moneyText('-5', 'BRL', 'pt-BR')).toBe('-R$\u00a05,00');
  expect(moneyText('12', 'JPY', 'en')).toBe('¥12');
  expect(minorText(5990, 'BRL', 'pt-BR')).toBe('R$\u00a059,90');
  expect(minorText(5990, 'JPY', 'en')).toBe('¥5,990');
  expect(priceText('0.4999', 'EUR', 'en')).toBe('€0.4999');
  expect(moneyText('9007199254740993.01', 'EUR', 'en')).toBe('€9,007,199,254,740,993.01'); // no float could hold it
  expect(decimalText('21.5', 'pt-BR')).toBe('21,5');
});

test('an amount may be typed with a comma, and nothing else is taken for one', () => {
  expect(typedAmount(' 1,90 ')).toBe('1.90');
  expect(typedAmount('0.4999')).toBe('0.4999');
  for (const wrong of ['', 'abc', '-1', '1.2.3', '1,23456', '1 000']) expect(typedAmount(wrong)).toBeNull();
});

test('a price in a field has the decimal sign of its reader, and what is being typed stays', () => {
  expect(amountInField('1.90', 'pt-BR')).toBe('1,90');
  expect(amountInField('1.', 'pt-BR')).toBe('1,');
  expect(amountInField('1.90', 'en')).toBe('1.90');
  expect(amountInField('1,9', 'pt-BR')).toBe('1,9');
  expect(amountInField('', 'pt-BR')).toBe('');
});

test('what is finer than the smallest coin cannot be paid', () => {
  expect(isPayable('1.50', 'BRL')).toBe(true);
  expect(isPayable('1.500', 'BRL')).toBe(true);
  expect(isPayable('1.505', 'BRL')).toBe(false);
  expect(isPayable('12', 'JPY')).toBe(true);
  expect(isPayable('12.5', 'JPY')).toBe(false);
  expect(leastAmount('BRL')).toBe('0.01');
  expect(leastAmount('JPY')).toBe('1');
});
