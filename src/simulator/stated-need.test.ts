import { expect, test } from 'vitest';
import { randomFrom } from './random.ts';
import { statedNeed } from './stated-need.ts';
import { SimulatedVehicle } from './vehicle.ts';

test('of many drivers a third leaves well before the time that was said, and all ask for twice what they need', () => {
  const random = randomFrom('drivers');
  const vehicle = new SimulatedVehicle({ capacityWh: 60_000, acW: 11_000, dcW: 100_000 }, 0.5);
  const said = Array.from({ length: 2_000 }, () => statedNeed({ vehicle, staysSeconds: 10_000 }, random));
  const early = said.filter(({ staysSeconds }) => staysSeconds > 12_000).length / said.length;
  expect(early).toBeGreaterThan(0.28);
  expect(early).toBeLessThan(0.36);
  expect(said.reduce((sum, { energyWh }) => sum + energyWh, 0) / said.length / 30_000).toBeCloseTo(2, 1);
});
