import { expect, test } from 'vitest';
import { cardFactsOf, withoutCardNumber } from './card-data.ts';

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

test("a card's number in another field is cut to its last four digits", () => {
  expect(withoutCardNumber('4111 1111 1111 1111')).toBe('card-1111');
  expect(withoutCardNumber('4111111111111112')).toBe('4111111111111112'); // its check digit says it is none
  expect(withoutCardNumber('PSP-8825408195409505')).toBe('PSP-8825408195409505');
});
