import { expect, test } from 'vitest';
import { bestObjective, ownHomes } from './own-homes.ts';

const [first] = ownHomes(1);
const quiet = {
  ...(first?.home ?? expect.fail('no home')),
  seconds: [3600, 3600],
  loadWh: [0, 1000],
  sunWh: [0, 0],
  importPerWh: [0.0001, 0.0003],
  car: null,
  battery: { maxChargeW: 1000, maxDischargeW: 1000, storedWh: 500, maxWh: 2000, minWh: 500, valuePerWh: 0 },
};

test('the best schedule buys in the cheap hour for the dear one', () => {
  expect(bestObjective(quiet)).toBeCloseTo(-0.1, 9);
});

test('a battery that holds no more than its reserve leaves the dear hour to the grid', () => {
  expect(bestObjective({ ...quiet, battery: { ...quiet.battery, maxWh: 500 } })).toBeCloseTo(-0.3, 9);
});

test('the same seed gives the same home', () => {
  expect(ownHomes(2)).toEqual(ownHomes(2));
});
