import { expect, test } from 'vitest';
import { minute, reading } from '../../../../test/support/told-facts.ts';
import { energyOf } from './session-energy.ts';

const ended = { hasEnded: true };
const running = { hasEnded: false };
const begin = (wh: number) => reading(0, wh, 'begin');
const flagsOf = (energy: ReturnType<typeof energyOf>) => energy.oddities.map(({ flag }) => flag);

test.each([
  ['plain readings', [begin(1000), reading(1, 3000), reading(2, 5000, 'end')], []],
  ['one false zero', [begin(1_000_000), reading(1, 0), reading(2, 1_004_000, 'end')], ['suspect']],
  [
    'samples that count from the session, registers for a lifetime',
    [begin(1_000_000), reading(1, 0), reading(2, 2000), reading(3, 1_004_000, 'end')],
    ['relative-samples'],
  ],
  [
    'the same with small registers',
    [begin(3000), reading(1, 0), reading(9, 2000), reading(30, 7000, 'end')],
    ['relative-samples'],
  ],
  [
    'samples in kWh that say Wh',
    [begin(1_000_000), reading(1, 1000.1), reading(2, 1003.9), reading(3, 1_004_000, 'end')],
    ['wrong-unit'],
  ],
  [
    'samples in whole kWh that say Wh',
    [begin(1_000_400), reading(1, 1000), reading(2, 1004), reading(3, 1_004_400, 'end')],
    ['wrong-unit'],
  ],
  [
    'samples in Wh that say kWh',
    [begin(1000), reading(1, 1_200_000), reading(2, 4_900_000), reading(3, 5000, 'end')],
    ['wrong-unit'],
  ],
  [
    'samples that count kWh from the session',
    [begin(90_000), reading(5, 0.5), reading(9, 3.8), reading(10, 94_000, 'end')],
    ['relative-samples'],
  ],
  [
    'an end that tells every reading again',
    [begin(1000), reading(1, 3000), reading(0, 1000), reading(1, 3000), reading(2, 5000, 'end')],
    [],
  ],
  [
    'registers at inlet and outlet',
    [begin(1000), reading(0, 900_000, null, 'Inlet'), reading(2, 904_100, null, 'Inlet'), reading(2, 5000, 'end')],
    [],
  ],
  ['a clock that was set back', [reading(30, 1000, 'begin'), reading(20, 5000, 'end')], []],
  ['an end in whole Wh after samples with decimals', [begin(1000), reading(1, 5000.6), reading(2, 5000, 'end')], []],
  ['an end read before the last sample', [begin(1000), reading(1, 5020), reading(2, 5000, 'end')], ['suspect']],
  [
    'phases that come one by one',
    [
      reading(0, 100, 'begin', 'Outlet L1'),
      reading(0, 200, 'begin', 'Outlet L2'),
      reading(0, 300, 'begin', 'Outlet L3'),
      reading(5, 2000, 'end', 'Outlet L2'),
      reading(5, 1600, 'end', 'Outlet L1'),
      reading(3, 900, null, 'Outlet L1'),
      reading(5, 1000, 'end', 'Outlet L3'),
    ],
    ['split-samples'],
  ],
  [
    'a meter of one phase that says so',
    [begin(1000), reading(1, 2000, null, 'Outlet L1'), reading(5, 5000, 'end')],
    [],
  ],
])('%s: the energy is what the meter counted', (_name, registers, flags) => {
  const energy = energyOf(registers, ended);
  expect(energy.mwh).toBe(4_000_000);
  expect(flagsOf(energy)).toEqual(flags);
});

test('a meter that was reset in the middle is counted in parts, even where it ends above where it began', () => {
  const energy = energyOf([begin(100), reading(30, 5000), reading(31, 0), reading(60, 300, 'end')], ended);
  expect(energy.mwh).toBe(5_200_000);
  expect(energy.oddities).toMatchObject([
    { flag: 'meter-reset', evidence: { falls: [{ before: { wh: 5000 }, after: { at: minute(31), wh: 0 } }] } },
  ]);
});

test('while a session runs, a false zero is undone by the reading after it and makes the session suspect', () => {
  const energy = energyOf([begin(1_000_000), reading(1, 0), reading(2, 1_001_000)], running);
  expect(energy.mwh).toBe(1_000_000);
  expect(energy.oddities).toMatchObject([{ flag: 'suspect', evidence: { leaps: [{ isCounted: false }], count: 1 } }]);
});

test('a session that begins with a false zero is counted from where the meter really stood', () => {
  const energy = energyOf([begin(0), reading(1, 1_000_000), reading(30, 1_004_000, 'end')], ended);
  expect(energy.mwh).toBe(4_000_000);
  expect(energy.oddities).toMatchObject([
    {
      flag: 'suspect',
      evidence: { leaps: [{ before: { wh: 0 }, after: { wh: 1_000_000 }, watts: 60_000_000, isCounted: false }] },
    },
  ]);
});

test('without a clock, a meter that begins at 0 is believed: how fast it rose nobody knows', () => {
  const [zero, first, end] = [begin(0), reading(0, 25_000), reading(0, 69_000, 'end')];
  const untimed = [zero, first, end].map((told) => ({ ...told, hasNoTime: true as const }));
  expect(energyOf(untimed, { ...ended, order: 'as-told', isCounted: true }).mwh).toBe(69_000_000);
});

test('while a session runs, kWh that say Wh are read as what they must be, and that is told', () => {
  const energy = energyOf([begin(1_000_000), reading(10, 1000.5), reading(20, 1001.7)], running);
  expect(energy.mwh).toBe(1_700_000);
  expect(energy.oddities).toMatchObject([{ flag: 'wrong-unit', evidence: { factor: 1000, sample: { wh: 1001.7 } } }]);
});

test('a small register that fell may have been reset, so it is not read in another unit', () => {
  const energy = energyOf([begin(2000), reading(15, 5), reading(30, 30)], running);
  expect(energy.mwh).toBe(25_000);
  expect(flagsOf(energy)).toEqual(['meter-reset']);
});

test('while a session runs, only the registers of the outlet count', () => {
  const inlet = [reading(0, 2000, null, 'Inlet'), reading(5, 4100, null, 'Inlet')];
  expect(energyOf([begin(1000), ...inlet, reading(5, 3000)], running)).toMatchObject({ mwh: 2_000_000, oddities: [] });
});

test('a leap no charger can make is kept, counted and suspect', () => {
  const energy = energyOf([begin(0), reading(1, 900_000, 'end')], ended);
  expect(energy.mwh).toBe(900_000_000);
  expect(energy.oddities).toMatchObject([
    { flag: 'suspect', evidence: { leaps: [{ watts: 54_000_000, isCounted: true }] } },
  ]);
});
