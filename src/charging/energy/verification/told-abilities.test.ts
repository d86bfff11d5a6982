import { expect, test } from 'vitest';
import { readTold } from './told-abilities.ts';

const told = (values: Record<string, string | null>) => {
  const variables = Object.entries(values).map(([variable, value]) => ({
    variable,
    attributes: [
      { type: 'target', value: 'no' },
      { type: 'actual', value },
    ],
  }));
  return readTold({ view: async () => ({ variables }) as never }, 'CP-1');
};

test.each([
  [{}, { unit: 'A', maxPeriods: 10, maxStackLevel: 0, isSwitchedOn: null }],
  [{ RateUnit: 'W' }, { unit: 'W' }],
  [{ RateUnit: 'A,W' }, { unit: 'A' }],
  [{ RateUnit: 'kVA' }, { unit: 'A' }],
  [
    { PeriodsPerSchedule: '24', ProfileStackLevel: '8' },
    { maxPeriods: 24, maxStackLevel: 8 },
  ],
  [
    { PeriodsPerSchedule: '0', ProfileStackLevel: '0' },
    { maxPeriods: 1, maxStackLevel: 0 },
  ],
  [
    { PeriodsPerSchedule: '-3', ProfileStackLevel: 'many' },
    { maxPeriods: 10, maxStackLevel: 0 },
  ],
  [{ PeriodsPerSchedule: null }, { maxPeriods: 10 }],
  [{ Enabled: 'True' }, { isSwitchedOn: true }],
  [{ Enabled: 'false' }, { isSwitchedOn: false }],
])('a station that tells %o', async (values, abilities) => {
  expect(await told(values)).toMatchObject(abilities);
});
