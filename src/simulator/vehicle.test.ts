import { expect, test } from 'vitest';
import { drawnReadings } from './measured.ts';
import type { Outlet } from './nameplate.ts';
import { SimulatedVehicle } from './vehicle.ts';

const model = { capacityWh: 60_000, acW: 11_000, dcW: 100_000 };
const ac: Outlet = { kind: 'AC', maxW: 22_000, phases: 3 };
const dc: Outlet = { kind: 'DC', maxW: 150_000, phases: 3 };
const all = ['Power.Active.Import', 'Voltage', 'Current.Import', 'SoC'];

test.each([
  ['its on-board charger', ac, undefined, 11_000],
  ['its battery', dc, undefined, 100_000],
  ['the outlet', { ...dc, maxW: 50_000 }, undefined, 50_000],
  ['the limit of the server', dc, 20_000, 20_000],
  ['a limit of nothing', dc, 0, 0],
])('%s bounds the power', (_what, outlet, limitW, powerW) => {
  expect(new SimulatedVehicle(model, 0.3).powerW(outlet, limitW)).toBe(powerW);
});

test('the power falls above 80 %, and a full battery takes nothing', () => {
  const powers = [0.8, 0.85, 0.9, 0.95, 0.99, 1].map((soc) => new SimulatedVehicle(model, soc).powerW(dc));
  expect(powers).toEqual(powers.toSorted((a, b) => b - a));
  expect([powers[0], powers.at(-1)]).toEqual([100_000, 0]);
  expect(powers[4]).toBeLessThan(15_000);
});

test('what the meter counts is what the battery gained and what was lost on the way', () => {
  const vehicle = new SimulatedVehicle(model, 0.5);
  expect(vehicle.take(dc, 360)).toBeCloseTo(10_000, 3); // 100 kW for a tenth of an hour
  expect(vehicle.soc).toBeCloseTo(0.5 + (10_000 * 0.95) / 60_000, 6);
  const restWh = vehicle.take(dc, 10 * 3600);
  expect(vehicle.isFull).toBe(true);
  expect(10_000 + restWh).toBeCloseTo(30_000 / 0.95, 0);
  expect(vehicle.take(dc, 3600)).toBe(0);
});

test('time taken in pieces gives nearly the energy of the whole', () => {
  const whole = new SimulatedVehicle(model, 0.7).take(dc, 1200);
  const pieces = new SimulatedVehicle(model, 0.7);
  const sum = Array.from({ length: 120 }, () => pieces.take(dc, 10)).reduce((total, wh) => total + wh, 0);
  expect(sum).toBeCloseTo(whole, 6);
});

test.each([
  ['three phases', ac, 11_000],
  ['one phase', { ...ac, maxW: 7_360, phases: 1 } as const, 7_360],
  ['direct current', dc, 100_000],
])('on %s voltage times current is the power', (_what, outlet, powerW) => {
  const readings = drawnReadings({ outlet, vehicle: new SimulatedVehicle(model, 0.5), powerW }, all);
  const valuesOf = (measurand: string) =>
    readings.filter((reading) => reading.measurand === measurand).map(({ value }) => value);
  const volts = valuesOf('Voltage');
  const watts = valuesOf('Current.Import').reduce((sum, current, index) => sum + current * (volts[index] ?? 0), 0);
  expect(valuesOf('Power.Active.Import')).toEqual([powerW]);
  expect(Math.abs(watts - powerW)).toBeLessThan(powerW * 0.01);
  expect(valuesOf('SoC')).toEqual(outlet.kind === 'DC' ? [50] : []); // over AC a station does not learn it
});

test('an on-board charger loses most at little current on one phase', () => {
  const small = new SimulatedVehicle({ ...model, acW: 7_400 }, 0.5);
  const share = (vehicle: SimulatedVehicle, watts: number) => Math.round(100 * vehicle.efficiency(ac, watts));
  expect([share(small, 6 * 230), share(small, 32 * 230)]).toEqual([74, 89]);
  expect(share(new SimulatedVehicle(model, 0.5), 6 * 690)).toBe(87);
});

test('a car on one phase draws a third of the outlet, and below 6 A nothing', () => {
  const vehicle = new SimulatedVehicle({ ...model, acW: 7_400 }, 0.5);
  expect([vehicle.powerW(ac), vehicle.powerW(ac, 6 * 230), vehicle.powerW(ac, 5.9 * 230)]).toEqual([
    22_000 / 3,
    1_380,
    0,
  ]);
});

test('a car that was held for minutes may not wake until it is plugged in again', () => {
  const vehicle = new SimulatedVehicle({ ...model, staysAsleep: true }, 0.5);
  vehicle.take(ac, 240, 0);
  expect(vehicle.powerW(ac)).toBe(11_000);
  vehicle.take(ac, 300, 0);
  expect(vehicle.powerW(ac)).toBe(0);
  vehicle.wake();
  expect(vehicle.powerW(ac)).toBe(11_000);
});

test('a car that can feed back gives what is asked, and its battery more than that', () => {
  const vehicle = new SimulatedVehicle({ ...model, feedBackW: 10_000 }, 0.5);
  expect(vehicle.take(ac, 3600, -6_900)).toBeCloseTo(-6_900, 6);
  expect(30_000 - vehicle.soc * 60_000).toBeGreaterThan(7_400);
  expect(new SimulatedVehicle(model, 0.5).powerW(ac, -6_900)).toBe(0);
});
