import { expect, test } from 'vitest';
import { cdr } from '../model/shapes.ts';
import { checkCdr } from './check-cdr.ts';

const given = { tolerance: 0.01, timeZone: 'Europe/Berlin' };
const record = (more: object = {}) =>
  cdr.parse({
    countryCode: 'DE',
    partyId: 'ONE',
    id: 'R',
    currency: 'EUR',
    lastUpdated: '2026-03-01T11:00:00Z',
    totalEnergy: 10,
    totalTime: 1,
    startDateTime: '2026-03-01T10:00:00Z',
    endDateTime: '2026-03-01T11:00:00Z',
    totalCost: { beforeTaxes: 4 },
    cdrToken: { countryCode: 'BR', partyId: 'SIG', uid: 'U', type: 'RFID', contractId: 'C' },
    chargingPeriods: [
      {
        startDateTime: '2026-03-01T10:00:00Z',
        dimensions: [
          { type: 'ENERGY', volume: 10 },
          { type: 'TIME', volume: 1 },
        ],
      },
    ],
    tariffs: [
      {
        countryCode: 'DE',
        partyId: 'ONE',
        id: 'T',
        currency: 'EUR',
        lastUpdated: '2026-01-01T00:00:00Z',
        elements: [{ priceComponents: [{ type: 'ENERGY', price: 0.4, stepSize: 1 }] }],
      },
    ],
    ...more,
  });

test('a record that costs what its tariff says raises no doubt', () => {
  expect(checkCdr(record(), given)).toEqual([]);
});

test.each([
  ['another price', { totalCost: { beforeTaxes: 4.02 } }, 'price-differs'],
  ['another energy', { totalEnergy: 11 }, 'energy-differs'],
  ['parts that do not add up', { totalEnergyCost: { beforeTaxes: 3 } }, 'parts-differ'],
  ['no tariff', { tariffs: [] }, 'no-tariff'],
])('%s is doubted by its name', (_name, more, code) => {
  expect(checkCdr(record(more), given).map((doubt) => doubt.code)).toContain(code);
});

test('what lies within the tolerance is not doubted', () => {
  expect(checkCdr(record({ totalCost: { beforeTaxes: 4.01 } }), given)).toEqual([]);
});

test('trap 18: a step of energy is counted once, on the sum', () => {
  const tariffs = [
    {
      countryCode: 'DE',
      partyId: 'ONE',
      id: 'T',
      currency: 'EUR',
      lastUpdated: '2026-01-01T00:00:00Z',
      elements: [{ priceComponents: [{ type: 'ENERGY', price: 0.4, stepSize: 3000 }] }],
    },
  ];
  expect(checkCdr(record({ tariffs, totalCost: { beforeTaxes: 4.8 } }), given)).toEqual([]);
});

test('trap 19: time is hours: a record that charges minutes as hours is doubted', () => {
  const tariffs = [
    {
      countryCode: 'DE',
      partyId: 'ONE',
      id: 'T',
      currency: 'EUR',
      lastUpdated: '2026-01-01T00:00:00Z',
      elements: [{ priceComponents: [{ type: 'TIME', price: 6, stepSize: 1 }] }],
    },
  ];
  expect(checkCdr(record({ tariffs, totalCost: { beforeTaxes: 6 } }), given)).toEqual([]);
  expect(checkCdr(record({ tariffs, totalCost: { beforeTaxes: 360 } }), given)).toMatchObject([
    { code: 'price-differs', ours: '6.00' },
  ]);
});

const tariffOf = (id: string, price: number, more: object = {}) => ({
  countryCode: 'DE',
  partyId: 'ONE',
  id,
  currency: 'EUR',
  lastUpdated: '2026-01-01T00:00:00Z',
  elements: [{ priceComponents: [{ type: 'ENERGY', price, stepSize: 1 }] }],
  ...more,
});
const published = (...tariffs: ReturnType<typeof tariffOf>[]) =>
  new Map(tariffs.map((each) => [each.id.toLowerCase(), each]));

test('a record costs what was published, whatever its own copy of the tariff says', () => {
  const dearer = record({ totalCost: { beforeTaxes: 9 }, tariffs: [tariffOf('T', 0.9)] });
  expect(checkCdr(dearer, given)).toEqual([]);
  expect(checkCdr(dearer, { ...given, published: published(tariffOf('T', 0.4)) })).toEqual([
    { code: 'not-as-published', told: '9', ours: '4.00' },
  ]);
  const neither = record({ totalCost: { beforeTaxes: 7 }, tariffs: [tariffOf('T', 0.9)] });
  expect(checkCdr(neither, { ...given, published: published(tariffOf('T', 0.4)) })).toMatchObject([
    { code: 'price-differs' },
  ]);
});

test('a record without a copy is priced by the published tariff that its periods name', () => {
  const period = (tariffId: string) => ({
    startDateTime: '2026-03-01T10:00:00Z',
    tariffId,
    dimensions: [{ type: 'ENERGY', volume: 10 }],
  });
  const named = record({ tariffs: [], chargingPeriods: [period('t')] });
  expect(checkCdr(named, { ...given, published: published(tariffOf('T', 0.4)) })).toEqual([]);
  expect(checkCdr(named, { ...given, published: published(tariffOf('T', 0.3)) })).toMatchObject([
    { code: 'price-differs', ours: '3.00' },
  ]);
});

test('several tariffs are each counted for the periods that name them; where none is named, that is a doubt', () => {
  const periods = (...ids: (string | undefined)[]) =>
    ids.map((tariffId, index) => ({
      startDateTime: `2026-03-01T10:${String(index * 20).padStart(2, '0')}:00Z`,
      tariffId,
      dimensions: [{ type: 'ENERGY', volume: 5 }],
    }));
  const tariffs = [tariffOf('DAY', 0.4), tariffOf('NIGHT', 0.2)];
  const cost = (beforeTaxes: number, ...ids: (string | undefined)[]) =>
    checkCdr(record({ tariffs, chargingPeriods: periods(...ids), totalCost: { beforeTaxes } }), given);
  expect(cost(3, 'DAY', 'NIGHT')).toEqual([]);
  expect(cost(4, 'DAY', 'NIGHT')).toMatchObject([{ code: 'price-differs', ours: '3.00' }]);
  expect(cost(3, 'DAY', undefined)).toEqual([{ code: 'tariffs-unclear' }]);
});
