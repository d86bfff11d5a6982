import { boundAt, type EvseState } from '../control/evse-state.ts';
import type { SiteMemory } from '../control/site-memory.ts';
import { phasesOf, toldVolts } from '../network/evse-wiring.ts';
import { tolerance } from './judge-delivery.ts';
import type { Measured } from './read-measured.ts';

/** What was measured before says nothing of what is held now. */
const recentMs = 60_000;

/**
 * What a station did not answer is in no list of what was sent, so that nothing is compared with it; a car that draws more than all
 * its station may hold strays all the same, and no longer once it is back within that. Says whether the plan rests on something else.
 */
export function noticeBeyondBounds(
  memory: SiteMemory,
  state: EvseState,
  { reading, settleMs, now }: { reading: Measured | undefined; settleMs: number; now: number },
): boolean {
  if (reading === undefined || reading.at < now - recentMs) return false;
  const amperes = measuredCurrent(state, reading);
  if (amperes === null) return false;
  const byItself = { ...state, strayA: null };
  const maxA = Math.max(...[reading.at - settleMs, reading.at, now].map((moment) => boundAt(byItself, moment)));
  const strays = amperes > maxA + tolerance(maxA);
  const strayA = strays ? Math.min(state.evse.maxA, Math.max(state.strayA ?? 0, Math.ceil(amperes))) : null;
  if (strayA === state.strayA) return false;
  memory.evses.set(state.nodeId, { ...state, strayA });
  return true;
}

/** On the phase that carries most; null: the meter tells neither current nor power. */
export function measuredCurrent({ evse, holds }: EvseState, { importA, powerW }: Measured): number | null {
  const phases = phasesOf(evse) === 3 ? (holds[0]?.phases ?? 3) : 1;
  const byPowerA = powerW === null ? null : powerW / toldVolts(evse) / phases;
  return evse.connection === 'direct-current' ? byPowerA : (importA ?? byPowerA);
}
