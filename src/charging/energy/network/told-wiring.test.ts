import { expect, test } from 'vitest';
import { phasesByPower, tellsDirectCurrent } from './told-wiring.ts';

const power = (value: number) => ({ measurand: 'Power.Active.Import', value, phase: null });
const volts = (value: number, phase: string | null = null) => ({ measurand: 'Voltage', value, phase });
const current = (value: number, phase: string | null = null) => ({ measurand: 'Current.Import', value, phase });

test('60 kW at 400 V and 150 A is direct current', () => {
  expect(tellsDirectCurrent([power(60_000), volts(400), current(150)])).toBe(true);
  expect(phasesByPower([power(60_000), volts(400), current(150)])).toBeNull();
});

test.each([
  ['22 kW on three lines, told as one current and 400 V between them', [power(22_000), volts(400), current(32)], 3],
  ['7.4 kW on one line', [power(7_400), volts(230), current(32)], 1],
  ['one line of one, named', [power(3_680), volts(230, 'L1'), current(16, 'L1')], 1],
  ['one line of three, named', [power(11_040), volts(230, 'L1'), current(16, 'L1')], 3],
  ['two lines of two', [power(7_360), current(16, 'L1'), current(16, 'L2')], 2],
  ['a power that fits nothing', [power(5_600), volts(230), current(16)], null],
  ['a current that is only the losses of electronics', [power(150), volts(230), current(0.6)], null],
])('%s', (_, samples, phases) => {
  expect(tellsDirectCurrent(samples)).toBe(false);
  expect(phasesByPower(samples)).toBe(phases);
});
