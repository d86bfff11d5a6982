import { expect, test } from 'vitest';
import { newTariff } from '#contract/billing/tariff.ts';
import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import { scale } from '../../../test/support/scale.ts';
import { chargingPeriods } from './charging-periods.ts';
import { checkTariff, isPricedAlike } from './check-tariff.ts';
import { obstaclesOf, ocpiTariff } from './ocpi-tariff.ts';
import { priceByOcpi } from './price-by-ocpi.ts';

const party = { countryCode: 'BR', partyId: 'SIG' };
const at = new Date('2026-03-01T00:00:00Z');
const timeZone = 'Europe/Lisbon';

function termsOf(given: object): TariffTerms {
  const {
    id: _id,
    validFrom: _from,
    ...terms
  } = newTariff.parse({ id: 't', currency: 'EUR', taxIncluded: false, ...given });
  return terms;
}

const check = (given: object, id = 'net') => checkTariff({ id, terms: termsOf(given), party, timeZone, at });

test('a net price per kWh and minute is published as one element', () => {
  const { tariff, obstacles } = check({ perKwh: '0.45', perMinute: '0.02', taxes: [{ name: 'VAT', percent: '23' }] });
  expect(obstacles).toEqual([]);
  expect(tariff?.elements).toEqual([
    {
      priceComponents: [
        { type: 'ENERGY', price: 0.45, vat: 23, stepSize: 1 },
        { type: 'TIME', price: 1.2, vat: 23, stepSize: 1 },
        { type: 'PARKING_TIME', price: 1.2, vat: 23, stepSize: 1 },
      ],
    },
  ]);
});

const withIdle = { perKwh: '0.4', perMinute: '0', perIdleMinute: '0.1' };
test.each([
  [
    'prices that contain taxes',
    { perKwh: '0.45', taxIncluded: true, taxes: [{ name: 'VAT', percent: '23' }] },
    'prices-contain-taxes',
  ],
  ['idle minutes that are free at first', { prices: [withIdle], idleGraceMinutes: 10 }, 'idle-grace'],
  [
    'holidays',
    {
      prices: [
        { days: ['holiday'], perKwh: '0.2' },
        { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], perKwh: '0.4' },
      ],
      holidays: ['12-25'],
    },
    'holidays',
  ],
  [
    'steps of charging and idle time',
    { prices: [{ ...withIdle, perMinute: '0.05' }], timeStepSeconds: 900 },
    'steps-of-time',
  ],
  ['a minimum where energy is free', { perMinute: '0.1', minimum: '2' }, 'minimum-without-energy'],
])('%s cannot be published, and the reason is named', (_name, given, obstacle) => {
  expect(check(given)).toEqual({ tariff: null, obstacles: [obstacle] });
});

test('an id that OCPI has no room for is named', () => {
  expect(check({ perKwh: '0.4' }, 'x'.repeat(37)).obstacles).toEqual(['id-too-long']);
});

test.each([
  [
    'hours over midnight',
    {
      prices: [
        { hours: '22:00-06:00', perKwh: '0.2' },
        { hours: '06:00-22:00', perKwh: '0.5' },
      ],
    },
  ],
  [
    'weekdays',
    {
      prices: [
        { days: ['sat', 'sun'], perKwh: '0.3' },
        { days: ['mon', 'tue', 'wed', 'thu', 'fri'], perKwh: '0.5' },
      ],
    },
  ],
  [
    'a season over the end of the year',
    {
      prices: [
        { season: '12-21..03-20', perKwh: '0.3' },
        { season: '03-21..12-20', perKwh: '0.5' },
      ],
    },
  ],
  [
    'energy from an amount on',
    {
      prices: [
        { toKwh: '20', perKwh: '0.3' },
        { fromKwh: '20', perKwh: '0.55' },
      ],
    },
  ],
  [
    'time from a minute on',
    {
      prices: [
        { toMinutes: 60, perKwh: '0.3', perMinute: '0.01' },
        { fromMinutes: 60, perKwh: '0.3', perMinute: '0.2' },
      ],
    },
  ],
  ['idle time', { prices: [withIdle] }],
  ['steps of energy', { perKwh: '0.333', energyStepWh: 1000 }],
  ['a fee, a minimum and a maximum', { perKwh: '0.4', sessionFee: '0.5', minimum: '3', maximum: '20' }],
])('%s: somebody who reads what we publish comes to the same coin', (_name, given) => {
  expect(check(given).obstacles).toEqual([]);
});

test('a price that is published wrongly is noticed', () => {
  const terms = termsOf({ perKwh: '0.45' });
  const tariff = ocpiTariff({ id: 't', terms: termsOf({ perKwh: '0.46' }), party, from: at, at });
  const usage = {
    startedAt: at,
    until: new Date(at.getTime() + 3_600_000),
    readings: [{ at: new Date(at.getTime() + 3_600_000), mwh: 20_000_000 }],
    idle: [],
  };
  expect(isPricedAlike({ terms, tariff, usage, timeZone })).toBe(false);
});

test('a new period begins whenever another price becomes active', () => {
  const terms = termsOf({
    prices: [
      { toKwh: '10', perKwh: '0.3' },
      { fromKwh: '10', perKwh: '0.5' },
    ],
  });
  const tariff = ocpiTariff({ id: 't', terms, party, from: at, at });
  const until = new Date(at.getTime() + 7_200_000);
  const full = new Date(at.getTime() + 3_600_000);
  const usage = { startedAt: at, until, readings: [{ at: full, mwh: 20_000_000 }], idle: [{ from: full, to: until }] };
  expect(chargingPeriods(usage, { tariff, timeZone })).toEqual([
    {
      startDateTime: '2026-03-01T00:00:00.000Z',
      tariffId: 't',
      dimensions: [
        { type: 'ENERGY', volume: 10 },
        { type: 'TIME', volume: 0.5 },
      ],
    },
    {
      startDateTime: '2026-03-01T00:30:00.000Z',
      tariffId: 't',
      dimensions: [
        { type: 'ENERGY', volume: 10 },
        { type: 'TIME', volume: 0.5 },
      ],
    },
    { startDateTime: '2026-03-01T01:00:00.000Z', tariffId: 't', dimensions: [{ type: 'PARKING_TIME', volume: 1 }] },
  ]);
});

test('a day is not stepped over where the clocks are set forward in it', () => {
  const terms = termsOf({
    prices: [
      { days: ['sun'], perKwh: '0.6' },
      { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], perKwh: '0.7' },
    ],
  });
  const tariff = ocpiTariff({ id: 't', terms, party, from: at, at });
  const [startedAt, until] = [new Date('2026-03-27T23:00:57.396Z'), new Date('2026-03-29T04:18:38.453Z')];
  const usage = { startedAt, until, readings: [{ at: until, mwh: 80_001_000 }], idle: [] };
  expect(chargingPeriods(usage, { tariff, timeZone }).map(({ startDateTime }) => startDateTime)).toEqual([
    '2026-03-27T23:00:57.396Z',
    '2026-03-29T00:00:00.000Z',
  ]);
  expect(isPricedAlike({ terms, tariff, usage, timeZone })).toBe(true);
});

test('random sessions by random tariffs cost the same by our bill and by OCPI', () => {
  const counts = scale({ test: 300, soak: 11_000 });
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
  const price = (max: number) => (random() * max).toFixed(Math.floor(random() * 5));
  const priced = () => ({
    perKwh: price(1),
    perMinute: random() < 0.5 ? '0' : price(0.3),
    perIdleMinute: random() < 0.5 ? null : price(0.5),
  });
  const shapes = [
    () => [priced()],
    () => [
      { hours: '07:30-21:00', ...priced() },
      { hours: '21:00-07:30', ...priced() },
    ],
    () => [
      { toKwh: '12.5', ...priced() },
      { fromKwh: '12.5', ...priced() },
    ],
    () => [
      { days: ['sun'], ...priced() },
      { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], ...priced() },
    ],
    () => [
      { toMinutes: 45, ...priced() },
      { fromMinutes: 45, ...priced() },
    ],
  ];
  let compared = 0;
  for (let index = 0; index < counts; index += 1) {
    const prices = (shapes[Math.floor(random() * shapes.length)] ?? (() => [priced()]))();
    const terms = termsOf({
      prices,
      sessionFee: random() < 0.3 ? price(2) : '0',
      currency: random() < 0.2 ? 'JPY' : 'EUR',
    });
    if (obstaclesOf('t', terms).length > 0) continue;
    compared += 1;
    const tariff = ocpiTariff({ id: 't', terms, party, from: at, at });
    const startedAt = new Date(at.getTime() + Math.floor(random() * 300 * 86_400_000));
    const ms = 60_000 + Math.floor(random() ** 2 * 30 * 3_600_000);
    const until = new Date(startedAt.getTime() + ms);
    const stays = new Date(until.getTime() - (random() < 0.5 ? 0 : Math.floor(random() * ms)));
    const readings = [0.3, 0.7, 1].map((share) => ({
      at: new Date(startedAt.getTime() + Math.floor((stays.getTime() - startedAt.getTime()) * share)),
      mwh: Math.floor(80_000_000 * share) + 1,
    }));
    const usage = { startedAt, until, readings, idle: stays < until ? [{ from: stays, to: until }] : [] };
    expect({ terms, usage, isAlike: isPricedAlike({ terms, tariff, usage, timeZone }) }).toMatchObject({
      isAlike: true,
    });
    const periods = chargingPeriods(usage, { tariff, timeZone });
    const { parts, beforeTaxes } = priceByOcpi({ tariff, periods, endedAt: until, timeZone });
    const sum = Object.values(parts).reduce((whole, part) => whole + Math.round(Number(part) * 1000), 0);
    expect(sum).toBe(Math.round(Number(beforeTaxes) * 1000));
  }
  expect(compared).toBeGreaterThanOrEqual(scale({ test: 250, soak: 10_000 }));
});
