import { expect, test } from 'vitest';
import { type PowerNeed, peakTarget } from './peak-target.ts';

const hourMs = 3_600_000;
/** Two cars a day for ten days, each with 20 kWh in eight hours: 5 kW serve them all. */
const needs: PowerNeed[] = Array.from({ length: 20 }, (_, index) => {
  const arrivedAt = Math.floor(index / 2) * 24 * hourMs;
  return { arrivedAt, departedAt: arrivedAt + 8 * hourMs, energyWh: 20_000, maxW: 11_000 };
});

test('the peak is what serves everybody, when energy brings more than the charge', () => {
  expect(peakTarget(needs, { valuePerKwh: 0.3, perKw: 15, coveredShare: 1 / 3 })).toBe(5_000);
});

test('a peak that costs more than it brings is not worth having', () => {
  expect(peakTarget(needs, { valuePerKwh: 0.01, perKw: 15, coveredShare: 1 })).toBe(0);
});

test('one busy day does not raise the peak of a month', () => {
  const busy = { arrivedAt: 240 * hourMs, departedAt: 242 * hourMs, energyWh: 22_000, maxW: 11_000 };
  expect(peakTarget([...needs, busy], { valuePerKwh: 0.3, perKw: 15, coveredShare: 1 / 3 })).toBe(5_000);
});
