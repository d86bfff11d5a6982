import { expect, test } from 'vitest';
import { compileProfiles, type EvseOrder } from '../../src/charging/energy/profiles/compile-profiles.ts';
import { frequencyResponse } from '../../src/charging/energy/profiles/frequency-curve.ts';
import type { ProfileAbilities } from '../../src/charging/energy/profiles/profile-abilities.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { randomFrom } from '../../src/simulator/random.ts';
import { gridFrequency } from '../../src/simulator/site/grid-frequency.ts';
import { SimulatedVehicle } from '../../src/simulator/vehicle.ts';
import { StationInWorld } from './world/station.ts';

const begin = Date.UTC(2026, 2, 2, 18);
const reserveWh = 20_000;
const plannedA = 10;

/** Cars that charge with 10 A by their plan and may feed back, down to their reserve. */
function fleetOf(count: number, version: OcppVersion = '2.1', gridHertz: 50 | 60 = 50) {
  const random = randomFrom('frequency');
  return Array.from({ length: count }, (_, index) => {
    const id = `FQ-${index}`;
    const station = new StationInWorld(id, { version, outlet: { kind: 'AC', maxW: 11_040, phases: 3 } });
    const vehicle = new SimulatedVehicle(
      { capacityWh: 60_000, acW: 11_040, dcW: 100_000, feedBackW: 11_040 },
      0.35 + 0.4 * random(),
    );
    station.plugIn({
      sessionId: id,
      vehicle,
      startedAt: begin,
      leavesAt: begin + 12 * 3_600_000,
      saidLeavesAt: begin + 12 * 3_600_000,
      saidEnergyWh: 0,
      isKnown: true,
    });
    const discharge = { maxA: 16, storedWh: vehicle.soc * 60_000, reserveWh };
    const order: EvseOrder = {
      evseId: 1,
      sessionId: id,
      voltageV: 230,
      phases: 3,
      steps: [{ from: begin, amperes: plannedA }],
      until: begin + 3_600_000,
      fallbackA: 6,
      stationMaxA: null,
      frequency: frequencyResponse({ discharge, phases: 3 }, { voltageV: 230, mayExport: true, gridHertz }),
    };
    const abilities: ProfileAbilities = { version, unit: 'A', maxPeriods: 24, maxStackLevel: 3, maxProfiles: null };
    const { plan } = compileProfiles(order, abilities, begin);
    expect(plan.map((profile) => station.take(profile))).toEqual(['Accepted']);
    return { station, vehicle };
  });
}

const sumW = (fleet: ReturnType<typeof fleetOf>, now: number, frequencyHz: number) => {
  for (const { station } of fleet) station.measureFrequency(frequencyHz);
  return fleet.reduce((sum, { station }) => sum + station.drawAt(now).powerW, 0);
};

test('when the frequency falls, cars charge less in proportion and then feed back, never above their plan', () => {
  const fleet = fleetOf(40);
  const at = (hertz: number) => sumW(fleet, begin + 1000, hertz);
  const plannedW = 40 * plannedA * 690;
  expect(at(50)).toBeCloseTo(plannedW, -1);
  expect(at(49.995)).toBeCloseTo(plannedW, -1);
  expect(at(50.3)).toBeCloseTo(plannedW, -1);
  const steps = [49.98, 49.95, 49.9, 49.85, 49.8].map(at);
  expect(steps).toEqual(steps.toSorted((a, b) => b - a));
  expect(at(49.8)).toBeLessThan(-100_000);
  expect(at(49.5)).toBeCloseTo(at(49.8), -1);
});

test('in a grid of 60 Hz nothing is given while it is well', () => {
  const fleet = fleetOf(10, '2.1', 60);
  expect(sumW(fleet, begin + 1000, 60)).toBeCloseTo(10 * plannedA * 690, -1);
  expect(sumW(fleet, begin + 1000, 59.98)).toBeLessThan(10 * plannedA * 690 - 1);
  expect(sumW(fleet, begin + 1000, 59.8)).toBeLessThan(-25_000);
});

test('through an hour of a restless grid no car is taken below its reserve', () => {
  const fleet = fleetOf(40);
  const hertz = gridFrequency('restless', { dipHz: 0.3, dipAtSeconds: 600, dipSeconds: 900 });
  for (let second = 0; second < 3_600; second += 10) {
    const now = begin + second * 1000;
    sumW(fleet, now, hertz(second));
    for (const { station } of fleet) station.charge(now, 10);
  }
  for (const { vehicle } of fleet) expect(vehicle.soc * 60_000).toBeGreaterThan(reserveWh);
});

test('a version without words for it is told the plan alone', () => {
  const fleet = fleetOf(1, '2.0.1');
  expect(sumW(fleet, begin + 1000, 49.8)).toBeCloseTo(plannedA * 690, -1);
});

test('a car that may not feed back is left out', () => {
  expect(
    frequencyResponse({ discharge: null, phases: 3 }, { voltageV: 230, mayExport: true, gridHertz: 50 }),
  ).toBeNull();
});

test('where the site has a limit of export, cars only charge less', () => {
  const discharge = { maxA: 16, storedWh: 40_000, reserveWh };
  const answer = frequencyResponse({ discharge, phases: 3 }, { voltageV: 230, mayExport: false, gridHertz: 50 });
  expect(answer).toEqual({ feedBackW: 0, gridHertz: 50 });
});
