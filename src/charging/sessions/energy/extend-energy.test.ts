import { expect, test } from 'vitest';
import { reading } from '../../../../test/support/told-facts.ts';
import { extendEnergy } from './extend-energy.ts';
import { energyOf } from './session-energy.ts';

const running = { isEnd: false };
const so = (first: number, last: number) => ({
  firstRegister: reading(0, first, 'begin'),
  lastRegister: reading(1, last),
});

test('the energy grows by what the registers of one more event say, as all readings together would', () => {
  const registers = [reading(2, 3000), reading(3, 4000, 'end')];
  const extended = extendEnergy(so(1000, 2000), registers, { isEnd: true });
  const { firstRegister, lastRegister } = so(1000, 2000);
  expect(extended?.energyMwh).toBe(3_000_000);
  expect(extended?.energyMwh).toBe(energyOf([firstRegister, lastRegister, ...registers], { hasEnded: true }).mwh);
  expect(extended?.lastRegister).toEqual(registers[1]);
});

test('an event without registers changes nothing, and the first register begins the count', () => {
  expect(extendEnergy(so(1000, 2000), [], running)).toMatchObject({ ...so(1000, 2000), energyMwh: 1_000_000 });
  const none = { firstRegister: null, lastRegister: null };
  expect(extendEnergy(none, [], running)).toEqual({ ...none, energyMwh: null });
  expect(extendEnergy(none, [reading(1, 500)], running)).toMatchObject({
    energyMwh: 0,
    firstRegister: reading(1, 500),
  });
});

test.each([
  ['falls', [reading(2, 1999)]],
  ['is earlier', [reading(0, 2500)]],
  ['leaps', [reading(2, 900_000)]],
  ['has no time of its own', [{ ...reading(2, 2500), hasNoTime: true as const }]],
  ['follows the register of the end', [reading(2, 2500, 'end'), reading(3, 2600)]],
])('a register that %s cannot be added to what was counted', (_what, registers) => {
  expect(extendEnergy(so(1000, 2000), registers, running)).toBeUndefined();
});

test('an end that is too high for the whole session has to be looked at, though each step was small', () => {
  const [firstRegister, lastRegister] = [reading(0, 0, 'begin'), reading(0, 10_000)];
  const registers = [reading(0, 20_000, 'end')];
  expect(extendEnergy({ firstRegister, lastRegister }, registers, running)).toMatchObject({ energyMwh: 20_000_000 });
  expect(extendEnergy({ firstRegister, lastRegister }, registers, { isEnd: true })).toBeUndefined();
});
