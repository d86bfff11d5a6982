import { expect, test } from 'vitest';
import { tariffTerms } from '#contract/billing/tariff-terms.ts';
import { describeTerms } from './describe-terms.ts';

const nightly = terms({
  prices: [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '06:00-22:00', perKwh: '1.9', perIdleMinute: '0.5' },
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '22:00-06:00', perKwh: '1.2' },
    { days: ['sat', 'sun', 'holiday'], name: 'Weekend' },
  ],
  idleGraceMinutes: 15,
  sessionFee: '2',
});

test('one price is told in a line', () => {
  const flat = terms({ prices: [{ perKwh: '1.90', perMinute: '0.05' }], sessionFee: '1', maximum: '80' });
  expect(describeTerms(flat, null)).toEqual({
    language: 'en',
    text: '1.90 BRL/kWh + 0.05 BRL/min; 1 BRL per session; at most 80 BRL',
  });
});

test('what holds now comes first', () => {
  const night = { at: new Date('2026-03-04T02:00:00Z'), timeZone: 'America/Sao_Paulo' }; // Tuesday 23:00
  expect(describeTerms(nightly, 'en', night).text).toBe(
    'Now Mon-Fri 22:00-06:00: 1.2 BRL/kWh; 2 BRL per session; ' +
      'Mon-Fri 06:00-22:00: 1.9 BRL/kWh + 0.5 BRL/min idle after 15 min; Weekend: free',
  );
});

test('in Portuguese', () => {
  const day = { at: new Date('2026-03-03T15:00:00Z'), timeZone: 'America/Sao_Paulo' };
  expect(describeTerms(nightly, 'pt-BR', day)).toEqual({
    language: 'pt-BR',
    text:
      'Agora seg-sex 06:00-22:00: R$ 1,90/kWh + R$ 0,50/min ocioso após 15 min; R$ 2,00 por sessão; ' +
      'seg-sex 22:00-06:00: R$ 1,20/kWh; Weekend: grátis',
  });
  const euro = terms({
    currency: 'EUR',
    prices: [{ perKwh: '0.4' }],
    taxIncluded: false,
    taxes: [{ name: 'IVA', percent: '23' }],
  });
  expect(describeTerms(euro, 'pt').text).toBe('0,40 EUR/kWh; mais impostos');
});

test('what is free is said to be', () => {
  expect(describeTerms(terms({ prices: [{}] }), null).text).toBe('Free of charge');
  expect(
    describeTerms(terms({ prices: [{}], taxIncluded: false, taxes: [{ name: 'A', percent: '5' }] }), 'pt-BR').text,
  ).toBe('Gratuito');
});

test('it fits a display of 255 characters, and says when there is more', () => {
  const prices = Array.from({ length: 20 }, (_, index) => ({
    fromKwh: String(index),
    toKwh: index === 19 ? null : String(index + 1),
    perKwh: '123456789.1234',
  }));
  const { text } = describeTerms(terms({ prices }), 'en', { at: new Date(), timeZone: 'UTC' });
  expect(text.length).toBeLessThanOrEqual(255);
  expect(text).toMatch(/kWh; …$/);
});

function terms(given: Record<string, unknown>) {
  return tariffTerms.parse({ currency: 'BRL', holidays: ['12-25'], ...given });
}
