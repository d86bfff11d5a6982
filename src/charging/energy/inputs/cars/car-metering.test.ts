import { expect, test } from 'vitest';
import { type CarSample, carMetering } from './car-metering.ts';

const sample = (measurand: string, value: number | null, more: Partial<CarSample> = {}): CarSample => ({
  at: '2026-03-01T08:00:00Z',
  measurand,
  value,
  phase: null,
  location: 'Outlet',
  ...more,
});
const lines = (...amperes: number[]) =>
  amperes.map((value, index) => sample('Current.Import', value, { phase: `L${index + 1}` }));
const offering = (current: number, offered: number) => [
  sample('Current.Import', current),
  sample('Current.Offered', offered),
];
const power = (watts: number) => [sample('Power.Active.Import', watts)];

test('the phases are those that carry more than an ampere', () => {
  expect(carMetering([lines(16, 16, 16)]).phases).toBe(3);
  expect(carMetering([lines(16, 15, 1)]).phases).toBe(2);
  expect(carMetering([lines(16, 0, 1)]).phases).toBe(1);
  expect(carMetering([lines(1, 1, 0)]).phases).toBeNull();
});

test('a message in which nothing flowed leaves it to an earlier one', () => {
  const { phases, currentA } = carMetering([lines(0, 0, 0), lines(10, 10, 0)]);
  expect([phases, currentA]).toEqual([2, 0]);
});

test('one current for all lines tells the phases by its power', () => {
  const all = [sample('Current.Import', 16), sample('Power.Active.Import', 11_040), sample('Voltage', 230)];
  expect(carMetering([all])).toMatchObject({ phases: 3, currentA: 16 });
});

test('the highest line counts, and currents of lines before one for all', () => {
  const { currentA } = carMetering([[...lines(6, 9, 8), sample('Current.Import', 40)]]);
  expect(currentA).toBe(9);
  expect(carMetering([[sample('Current.Import', 7, { phase: 'L1-N' })]]).currentA).toBe(7);
  expect(carMetering([[sample('Current.Import', 7, { phase: 'N' })]]).currentA).toBeNull();
});

test('nothing measured says nothing', () => {
  expect(carMetering([])).toEqual({
    isDirectCurrent: false,
    phases: null,
    currentA: null,
    maxA: null,
    batteryPercent: null,
    pauses: 0,
  });
});

test('of several readings in one message the last one counts', () => {
  const early = sample('Current.Import', 30, { at: '2026-03-01T07:59:00Z' });
  expect(carMetering([[early, sample('Current.Import', 10)]]).currentA).toBe(10);
  expect(carMetering([[sample('Current.Import', 10), early]]).currentA).toBe(10);
});

test('what flows into the station is not what the car draws', () => {
  expect(carMetering([[sample('Current.Import', 30, { location: 'Inlet' })]]).currentA).toBeNull();
  expect(carMetering([[sample('Current.Import', 30, { location: null })]]).currentA).toBe(30);
});

test('values of the battery of a direct current car say nothing of lines', () => {
  const battery = [sample('Power.Active.Import', 40_000), sample('Voltage', 400), sample('Current.Import', 100)];
  const soc = sample('SoC', 55);
  expect(carMetering([[...battery, soc]])).toEqual({
    isDirectCurrent: true,
    phases: null,
    currentA: null,
    maxA: null,
    batteryPercent: 55,
    pauses: 0,
  });
});

test('a car that thrice stays well below its offer can draw no more', () => {
  const steady = [offering(10, 16), offering(10.2, 16), offering(10, 16)];
  expect(carMetering(steady).maxA).toBe(10.2);
  expect(carMetering(steady.slice(1)).maxA).toBeNull();
  expect(carMetering([...steady.slice(1), offering(14, 16)]).maxA).toBeNull();
});

test('a battery that is nearly full draws less than the car can', () => {
  const tapering = [offering(4, 16), offering(5, 16), offering(6, 16)];
  expect(carMetering([...tapering, offering(16, 16)]).maxA).toBeNull();
  expect(carMetering([...tapering, offering(6.5, 8)]).maxA).toBe(6.5);
});

test('what was not charging, or not offered, shows no limit', () => {
  expect(carMetering([offering(1, 16), offering(1, 16), offering(1, 16)]).maxA).toBeNull();
  const unoffered = [sample('Current.Import', 10)];
  expect(carMetering([unoffered, unoffered, unoffered]).maxA).toBeNull();
});

test('the newest level that can be counts', () => {
  expect(carMetering([[sample('SoC', 101)], [sample('SoC', 100)], [sample('SoC', 50)]]).batteryPercent).toBe(100);
  expect(carMetering([[sample('SoC', -1)], [sample('SoC', 0)]]).batteryPercent).toBe(0);
  expect(carMetering([[sample('SoC', null)]]).batteryPercent).toBeNull();
});

test('a pause is a stop after charging', () => {
  expect(carMetering([power(7_000), power(100), power(7_000), power(0), power(7_000)]).pauses).toBe(2);
  expect(carMetering([power(7_000), power(0)]).pauses).toBe(0);
  expect(carMetering([power(0), power(0), power(7_000)]).pauses).toBe(1);
});

test('where no power is told, the current shows the pause', () => {
  expect(carMetering([lines(1, 1, 1), lines(9, 9, 9)]).pauses).toBe(1);
  expect(carMetering([[...lines(9, 9, 9), ...power(50)], power(7_000)]).pauses).toBe(1);
  expect(carMetering([[sample('SoC', 50)], power(7_000)]).pauses).toBe(0);
});
