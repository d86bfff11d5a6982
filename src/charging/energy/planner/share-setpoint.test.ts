import { expect, test } from 'vitest';
import { type SetpointCar, SetpointTracker, shareSetpoint } from './share-setpoint.ts';

const car = (id: string, changes: Partial<SetpointCar> = {}): SetpointCar => ({
  id,
  maxChargeW: 11_000,
  maxDischargeW: 10_000,
  storedWh: 30_000,
  capacityWh: 60_000,
  reserveWh: 20_000,
  ...changes,
});

test('a set-point is shared by what each car can do', () => {
  const shared = shareSetpoint([car('a'), car('b', { maxChargeW: 3_700 })], 7_350);
  expect(shared.get('a')).toBeCloseTo(5_500);
  expect(shared.get('b')).toBeCloseTo(1_850);
});

test('a car at its reserve is not discharged, and a full one is not charged', () => {
  const cars = [car('empty', { storedWh: 20_000 }), car('full', { storedWh: 60_000 })];
  expect(shareSetpoint(cars, -5_000).get('empty')).toBe(-0);
  expect(shareSetpoint(cars, -5_000).get('full')).toBe(-5_000);
  expect(shareSetpoint(cars, 5_000).get('full')).toBe(0);
});

test('more than all can do is not asked for', () => {
  expect(shareSetpoint([car('a')], 50_000).get('a')).toBe(11_000);
});

test('what a car that ignores us does not do is asked of the others', () => {
  const cars = [car('a'), car('b'), car('c'), car('d'), car('deaf')];
  const tracker = new SetpointTracker();
  let last: { targetW: number; measuredW: number } | null = null;
  for (let second = 0; second < 20; second += 1) {
    const orders = tracker.next(cars, -12_000, last);
    const measuredW = [...orders].reduce((sum, [id, watts]) => sum + (id === 'deaf' ? 0 : watts), 0);
    last = { targetW: -12_000, measuredW };
  }
  expect(Math.abs((last?.measuredW ?? 0) + 12_000)).toBeLessThan(200);
});
