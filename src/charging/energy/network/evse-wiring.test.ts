import { expect, test } from 'vitest';
import { phasesOf, toldVolts } from './evse-wiring.ts';

test('a charger of direct current loads three lines, with more than it gives to the car', () => {
  const evse = { connection: 'direct-current', voltageV: 230 } as const;
  expect(phasesOf(evse)).toBe(3);
  expect(60_000 / toldVolts(evse) / 3).toBeCloseTo(92.5, 1); // 60 kW at the car, not 87 A
});

test('alternating current is what its meter says', () => {
  expect(toldVolts({ connection: 'line-to-line', voltageV: 208 })).toBe(208);
  expect(phasesOf({ connection: 'line-to-line' })).toBe(1);
});
