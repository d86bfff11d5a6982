import { expect, test } from 'vitest';
import { newTariff, type Tariff } from '#contract/billing/tariff.ts';
import { tariffLosses, wireTariff } from './tariff.ts';

const at = '2026-11-15T00:00:00.000Z';
function tariff(given: object): Tariff {
  const { id, validFrom: _validFrom, ...terms } = newTariff.parse({ id: 'T', currency: 'EUR', ...given });
  const current = { version: 1, validFrom: at, terms, createdAt: at, createdBy: 'test' };
  return { id, current, versionCount: 1, createdAt: at, createdBy: 'test', retiredAt: null };
}
const wire = (given: object) => wireTariff(tariff(given), new Date(at));
const lost = (given: object) => tariffLosses(tariff(given)).map(({ field }) => field);

test('fees, time, idle time after its grace, limits and reservations have words of their own', () => {
  const given = {
    prices: [{ perKwh: '0.5', perMinute: '0.05', perIdleMinute: '0.2' }],
    idleGraceMinutes: 10,
    sessionFee: '1',
    reservationFee: '2',
    perReservedMinute: '0.1',
    minimum: '3',
    maximum: '50',
  };
  expect(wire(given)).toEqual({
    tariffId: 'T',
    currency: 'EUR',
    energy: { prices: [{ priceKwh: 0.5 }] },
    chargingTime: { prices: [{ priceMinute: 0.05 }] },
    idleTime: { prices: [{ priceMinute: 0.2, conditions: { minIdleTime: 600 } }] },
    fixedFee: { prices: [{ priceFixed: 1 }] },
    reservationFixed: { prices: [{ priceFixed: 2 }] },
    reservationTime: { prices: [{ priceMinute: 0.1 }] },
    minCost: { exclTax: 3 },
    maxCost: { exclTax: 50 },
  });
  expect(lost(given)).toEqual([]);
});

test('hours, weekdays, energy and minutes are conditions; hours over midnight are two', () => {
  const prices = [
    { days: ['sat', 'sun'], perKwh: '0.3' },
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '22:00-06:00', perKwh: '0.4' },
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '06:00-22:00', toKwh: '20', perKwh: '0.5' },
    { days: ['mon', 'tue', 'wed', 'thu', 'fri'], hours: '06:00-22:00', fromKwh: '20', perKwh: '0.6' },
  ];
  const workdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  expect(wire({ prices }).energy?.prices).toEqual([
    { priceKwh: 0.3, conditions: { dayOfWeek: ['Saturday', 'Sunday'] } },
    { priceKwh: 0.4, conditions: { dayOfWeek: workdays, startTimeOfDay: '22:00', endTimeOfDay: '00:00' } },
    { priceKwh: 0.4, conditions: { dayOfWeek: workdays, startTimeOfDay: '00:00', endTimeOfDay: '06:00' } },
    {
      priceKwh: 0.5,
      conditions: { dayOfWeek: workdays, startTimeOfDay: '06:00', endTimeOfDay: '22:00', maxEnergy: 20_000 },
    },
    {
      priceKwh: 0.6,
      conditions: { dayOfWeek: workdays, startTimeOfDay: '06:00', endTimeOfDay: '22:00', minEnergy: 20_000 },
    },
  ]);
});

test('a season is told as the dates of the year to come, and what cannot be told is a loss', () => {
  const given = {
    prices: [
      { season: '12-21..03-20', perKwh: '0.6' },
      { season: '03-21..12-20', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], perKwh: '0.4' },
      { season: '03-21..12-20', days: ['holiday'], perKwh: '0.2' },
    ],
    holidays: ['09-07'],
    energyStepWh: 1000,
    timeStepSeconds: 60,
    taxes: [{ name: 'VAT', percent: '25' }],
  };
  const { energy } = wire(given);
  expect(
    energy?.prices.map(({ priceKwh, conditions }) => [priceKwh, conditions?.validFromDate, conditions?.validToDate]),
  ).toEqual([
    [0.48, '2026-12-21', '2027-03-21'],
    [0.32, '2026-03-21', '2026-12-21'],
    [0.32, '2027-03-21', '2027-12-21'],
  ]);
  expect(energy?.taxRates).toEqual([{ type: 'VAT', tax: 25 }]);
  expect(lost(given)).toEqual([
    'tariff.days',
    'tariff.season',
    'tariff.energyStepWh',
    'tariff.timeStepSeconds',
    'tariff.taxIncluded',
  ]);
});

test('taxes that are added leave prices and limits as they are', () => {
  const given = { perKwh: '0.5', minimum: '3', taxes: [{ name: 'VAT', percent: '25' }], taxIncluded: false };
  expect(wire(given)).toMatchObject({ energy: { prices: [{ priceKwh: 0.5 }] }, minCost: { exclTax: 3 } });
  expect(wire({ ...given, taxIncluded: true })).toMatchObject({
    energy: { prices: [{ priceKwh: 0.4 }], taxRates: [{ type: 'VAT', tax: 25 }] },
    minCost: { inclTax: 3 },
  });
});
