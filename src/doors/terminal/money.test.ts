import { expect, test } from 'vitest';
import { decimalText, moneyText, percentText, priceText, rateText } from './money.ts';

const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

test('money is written as the language does, with the decimals of its currency', () => {
  expect(plain(moneyText('1234.50', 'BRL', 'pt-BR'))).toBe('R$ 1.234,50');
  expect(moneyText('-1.50', 'EUR', 'en')).toBe('-€1.50');
  expect(moneyText('500', 'JPY', 'en')).toBe('¥500');
});

test('a sum that no float can hold is written to the cent', () => {
  expect(moneyText('90071992547409.93', 'EUR', 'en')).toBe('€90,071,992,547,409.93');
});

test('a price keeps the decimals that money does not have', () => {
  expect(plain(priceText('0.4999', 'BRL', 'pt-BR'))).toBe('R$ 0,4999');
  expect(priceText('1.9', 'EUR', 'en')).toBe('€1.90');
});

test('numbers, shares and rates', () => {
  expect([decimalText('13.333333', 'pt-BR'), decimalText(4.52, 'pt-BR', 1)]).toEqual(['13,333333', '4,5']);
  expect([percentText(0.5712, 'en', 1), plain(percentText(0.99999, 'pt-BR', 3))]).toEqual(['57.1%', '99,999%']);
  expect([rateText('5.25', 'pt-BR'), rateText('18', 'en')]).toEqual(['5,25%', '18%']);
});
