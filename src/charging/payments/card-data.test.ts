import { expect, test } from 'vitest';
import { cardFactsOf } from './card-data.ts';

test('of a card only brand and last four digits are taken', () => {
  const info = [
    { type: 'CardBin', value: '411111' },
    { type: 'CardLast4Digits', value: '1111' },
    { type: 'HashedCardNr', value: '9f86d081884c7d65' },
    { type: 'CardExpiryDate', value: '2028-12' },
    { type: 'PaymentBrand', value: 'VISA' },
  ];
  expect(cardFactsOf(info)).toEqual({ brand: 'VISA', lastFour: '1111' });
});

test('a whole number where four digits or a brand belong is not taken', () => {
  const info = [
    { type: 'CardLast4Digits', value: '4111111111111111' },
    { type: 'Brand', value: '4111111111111111' },
  ];
  expect(cardFactsOf(info)).toEqual({ brand: null, lastFour: null });
});
