import { expect, test } from 'vitest';
import { tariffTerms } from '#contract/billing/tariff-terms.ts';
import { draftOf, firstDraft, termsOf, whyNotTariff } from './simple-tariff.ts';

const names = { day: 'Day', night: 'Night', tax: 'Tax' };
const night = {
  ...firstDraft('BRL'),
  perKwh: '1,90',
  hasNight: true,
  nightPerKwh: '1.20',
  hasIdle: true,
  perIdleMinute: '0,50',
  graceMinutes: '10',
  sessionFee: '2',
  taxName: 'ICMS',
  taxPercent: '18',
};

test('a night price becomes two rows that fill the day', () => {
  const terms = termsOf(night, names);
  expect(terms.prices).toMatchObject([
    { name: 'Day', hours: '06:00-22:00', perKwh: '1.90', perIdleMinute: '0.50' },
    { name: 'Night', hours: '22:00-06:00', perKwh: '1.20', perIdleMinute: '0.50' },
  ]);
  expect(terms).toMatchObject({ idleGraceMinutes: 10, sessionFee: '2', taxes: [{ name: 'ICMS', percent: '18' }] });
});

test('a night that ends at midnight ends at 24:00', () => {
  const terms = termsOf({ ...night, nightFrom: '18:00', nightTo: '00:00' }, names);
  expect(terms.prices.map(({ hours }) => hours)).toEqual(['00:00-18:00', '18:00-24:00']);
  expect(draftOf(terms)).toMatchObject({ nightFrom: '18:00', nightTo: '00:00' });
});

test('what was made by the form can be changed with it', () => {
  expect(draftOf(termsOf(night, names))).toEqual({ ...night, perKwh: '1.90', perIdleMinute: '0.50' });
  const plain = { ...firstDraft('EUR'), perKwh: '0.49' };
  expect(draftOf(termsOf(plain, names))).toMatchObject({ perKwh: '0.49', hasNight: false, hasIdle: false });
});

test('what says more than the form can is left to the text', () => {
  const terms = termsOf(night, names);
  expect(draftOf({ ...terms, minimum: '5' })).toBeNull();
  expect(draftOf(tariffTerms.parse({ currency: 'BRL', prices: [{ days: ['mon'], perKwh: '1' }] }))).toBeNull();
  expect(draftOf(tariffTerms.parse({ currency: 'BRL', prices: [{ perKwh: '1', perMinute: '0.1' }] }))).toBeNull();
});

test('what is missing is named', () => {
  expect(whyNotTariff(firstDraft('BRL'))).toBe('perKwh');
  expect(whyNotTariff({ ...night, nightPerKwh: 'cheap' })).toBe('nightPerKwh');
  expect(whyNotTariff({ ...night, nightTo: night.nightFrom })).toBe('nightHours');
  expect(whyNotTariff({ ...night, taxPercent: '180' })).toBe('tax');
  expect(whyNotTariff({ ...night, currency: 'R$' })).toBe('currency');
  expect(whyNotTariff(night)).toBeNull();
});
