import { expect, test } from 'vitest';
import { measuredOf } from './read-measured.ts';

const receivedAt = new Date('2026-03-01T12:00:00Z');
type Reading = [measurand: string, value: number | null, phase?: string | null, unit?: string | null];
const measured = (...readings: Reading[]) => {
  const samples = readings.map(([measurand, value, phase = null, unit = null]) => ({
    at: '',
    measurand,
    value,
    phase,
    unit,
  }));
  return measuredOf(samples, receivedAt);
};

test('the current is that of the phase that carries most, and none of the neutral', () => {
  expect(
    measured(
      ['Current.Import', 8, 'L1'],
      ['Current.Import', 16, 'L2'],
      ['Current.Import', 20, 'N'],
      ['Current.Import', null, 'L3'],
    ),
  ).toEqual({
    ...{ at: receivedAt.getTime(), importA: 16, offeredA: null, powerW: null },
  });
  expect(measured(['Current.Offered', 10], ['Voltage', 230])).toMatchObject({ importA: null, offeredA: 10 });
});

test('the power is that of all phases, or what they come to, in watts', () => {
  const power = 'Power.Active.Import';
  expect(measured([power, 7_000, null, 'W'], [power, 1_000, 'L1', 'W'])).toMatchObject({ powerW: 7_000 });
  expect(measured([power, 7, null, 'kW'])).toMatchObject({ powerW: 7_000 });
  expect(measured([power, 1, 'L1', 'kW'], [power, 500, 'L2', 'W'], [power, null, 'L3'])).toMatchObject({
    powerW: 1_500,
  });
  expect(measured(['Power.Offered', 1])).toMatchObject({ powerW: null });
});

test('the current of direct current is none of the lines', () => {
  const direct = [
    ['Power.Active.Import', 40_000, null, 'W'],
    ['Voltage', 400],
    ['Current.Import', 100],
  ] satisfies Reading[];
  expect(measured(...direct)).toEqual({ at: receivedAt.getTime(), importA: null, offeredA: null, powerW: 40_000 });
});
