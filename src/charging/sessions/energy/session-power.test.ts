import { expect, test } from 'vitest';
import { powerOf } from './session-power.ts';

const at = (minute: number) => `2026-03-01T08:${String(minute).padStart(2, '0')}:00.000Z`;
const power = (value: number, more: object = {}) => ({ at: at(10), measurand: 'Power.Active.Import', value, ...more });
const register = (minute: number, value: number) => ({
  at: at(minute),
  measurand: 'Energy.Active.Import.Register',
  value,
});

test.each([
  ['as the station tells it', [[power(11_000)]], 11_000],
  ['the newest of one message', [[power(11_000, { at: at(9) }), power(10_000)]], 10_000],
  ['the whole rather than its phases', [[power(3000, { phase: 'L1' }), power(9000, { phase: null })]], 9000],
  ['the sum of the phases', [[power(3000, { phase: 'L1' }), power(2000, { phase: 'L2' })]], 5000],
  ['what leaves the outlet', [[power(9000, { location: 'Inlet' }), power(8000, { location: 'Outlet' })]], 8000],
  ['by the register, where no power is told', [[register(10, 2000)], [register(0, 1000)]], 6000],
  ['zero is a power too', [[power(0)], [power(7000)]], 0],
  ['one reading alone tells none', [[register(10, 2000)]], null],
  ['a meter that fell tells none', [[register(10, 500)], [register(0, 1000)]], null],
  ['nothing at all', [], null],
])('%s', (_name, messages, watts) => {
  expect(powerOf(messages)).toBe(watts);
});
