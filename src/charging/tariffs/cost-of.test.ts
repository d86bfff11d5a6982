import { expect, test } from 'vitest';
import type { Tariff } from '#contract/tariff.ts';
import { costOf } from './cost-of.ts';

const free: Tariff = {
  id: 'T',
  currency: 'EUR',
  perKwh: '0',
  perMinute: '0',
  sessionFee: '0',
  texts: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 'test',
  retiredAt: null,
};
const hour = 3_600_000;

test('energy, time and the fee of the session are added up', () => {
  const tariff = { ...free, perKwh: '0.49', perMinute: '0.05', sessionFee: '1' };
  expect(costOf(tariff, { energyMwh: 10_000_000, durationMs: hour })).toBe('8.90'); // 4.90 + 3.00 + 1.00
});

test('it is rounded once, at the end, half a cent up', () => {
  const tariff = { ...free, perKwh: '0.0049', perMinute: '0.0001' };
  expect(costOf(tariff, { energyMwh: 1_000_000, durationMs: 60_000 })).toBe('0.01'); // 0.0049 + 0.0001
  expect(costOf(tariff, { energyMwh: 999_999, durationMs: 60_000 })).toBe('0.00');
});

test('a currency without cents has none', () => {
  expect(costOf({ ...free, currency: 'JPY', perKwh: '33.5' }, { energyMwh: 10_000_000, durationMs: 0 })).toBe('335');
});

test('more energy than a float can count is still exact', () => {
  expect(costOf({ ...free, perKwh: '999999999.9999' }, { energyMwh: 9_007_199_254_740_991, durationMs: 0 })).toBe(
    '9007199254740090280.07',
  );
});
