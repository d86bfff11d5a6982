import { isTooFast } from './count-rises.ts';
import type { RegisterReading } from './register-readings.ts';
import { followsPlainly } from './session-energy.ts';

type Registers = { firstRegister: RegisterReading | null; lastRegister: RegisterReading | null };

/**
 * The energy of a running session with the registers of one more event, without its other readings. It is what `energyOf` would say of
 * all of them. Undefined: the new registers do not plainly follow the last one, so only `energyOf` can tell.
 */
export function extendEnergy(
  { firstRegister, lastRegister }: Registers,
  registers: readonly RegisterReading[],
  { isEnd }: { isEnd: boolean },
): (Registers & { energyMwh: number | null }) | undefined {
  const [first, last] = [firstRegister ?? registers[0] ?? null, registers.at(-1) ?? lastRegister];
  if (!continues(lastRegister, registers)) return undefined;
  // Over the whole session more than could flow, though no step was too fast: the clock is coarse from reading to reading.
  if (isEnd && firstRegister !== null && last !== null && registers.length > 0 && isTooFast(firstRegister, last))
    return undefined;
  return {
    firstRegister: first,
    lastRegister: last,
    energyMwh: first === null || last === null ? null : last.mwh - first.mwh,
  };
}

function continues(lastRegister: RegisterReading | null, registers: readonly RegisterReading[]): boolean {
  const marked = registers.findLastIndex(({ mark }) => mark === 'end');
  if (marked !== -1 && marked !== registers.length - 1) return false; // the register of the end is not the last one told
  const chain = lastRegister === null ? registers : [lastRegister, ...registers];
  return chain.every((reading, index) => {
    const before = chain[index - 1];
    return !reading.hasNoTime && (before === undefined || followsPlainly(before, reading));
  });
}
