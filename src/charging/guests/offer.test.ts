import { expect, test } from 'vitest';
import { tariffTerms } from '#contract/billing/tariff-terms.ts';
import { amountForEnergy, amountsOf } from './offer.ts';

const at = new Date('2026-11-18T12:00:00Z');
const timeZone = 'America/Sao_Paulo';
const terms = (given: object) => tariffTerms.parse({ currency: 'BRL', ...given });

test.each([
  ['BRL', ['30.00', '60.00', '120.00'], '500.00'],
  ['EUR', ['10.00', '25.00', '50.00'], '500.00'],
  ['JPY', ['1000', '2500', '5000'], '50000'],
])('amounts in %s', (currency, amounts, maxAmount) => {
  expect(amountsOf(currency)).toEqual({ amounts, maxAmount });
});

test('an amount of energy is agreed upon with all that it may cost a slow car, in whole units', () => {
  const prices = [{ perKwh: '1.95', perMinute: '0.10' }];
  // 10 kWh take 150 minutes at 4 kW: 19.50 + 15.00 + 2.00.
  expect(amountForEnergy(terms({ prices, sessionFee: '2' }), { kwh: 10, at, timeZone })).toBe('37.00');
});

test('what costs nothing is agreed upon with one unit, since a payment needs an amount', () => {
  expect(amountForEnergy(terms({ prices: [{}] }), { kwh: 10, at, timeZone })).toBe('1.00');
});
