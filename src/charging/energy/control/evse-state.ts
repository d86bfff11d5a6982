import type { ChargingProfilePurpose } from '#contract/energy/charging-profile.ts';
import type { SiteEvse } from '#contract/energy/site-tree.ts';
import { phasesOf } from '../network/evse-wiring.ts';
import { indexAt } from '../planner/plan-problem.ts';
import type { CurrentStep } from '../profiles/current-steps.ts';

/** A plan that a station may hold for a session: what its car may draw from each moment on, until the plan ends. */
export type Hold = {
  steps: readonly CurrentStep[];
  until: number;
  phases: 1 | 2 | 3;
  /** On how many stack levels it lies. Absent: one. */
  levels?: number;
  /** It is not the session's own profile, so that the next car would have it too. */
  outlastsSession?: boolean;
  /** Read from the books of its station, not remembered. */
  isBooked?: boolean;
  /** By what the station is told to drop it: the control did not set it, and no plan takes its place. */
  foreign?: ProfileChoice;
};

export type ProfileChoice =
  | { chargingProfileId: number }
  | { evseId: number; purpose: ChargingProfilePurpose; stackLevel: number };

/** Of a profile that ends with nothing. */
export const endOfTime = Date.UTC(9999, 0);

/** An EVSE of the tree with all that its station may follow. Currents are per phase. */
export type EvseState = {
  nodeId: string;
  stationId: string;
  evseId: number;
  evse: SiteEvse;
  isOnline: boolean;
  /** The default profile that the station took; null: not proven, so that it may draw what it likes. */
  defaultA: number | null;
  /** Plans that it took, or may have taken: one that was not answered counts beside the one before. */
  holds: readonly Hold[];
  sessionId: string | null;
  /** What it draws in spite of its profiles; null: it follows. */
  strayA: number | null;
  /** A pause was seen to end its sessions, or its cars not to wake up. */
  isNeverPaused?: boolean;
};

/** What an EVSE draws at most without a plan of ours: what its default profile says, or its own setting, or all it can. */
export function ownCurrent({ defaultA, evse, strayA }: EvseState): number {
  return Math.max(defaultA ?? Math.min(evse.maxA, evse.fallbackA ?? evse.maxA), strayA ?? 0);
}

export type Draw = { phases: 1 | 2 | 3; amperes: number };

/**
 * The most that it may come to draw at a moment, whatever becomes of it: following its plan, restarted, or with another car. A
 * session's plan counts on the phases of its car, and only as far as it is above what the EVSE draws without one.
 */
export function drawsAt(state: EvseState, moment: number): Draw[] {
  const own = { phases: phasesOf(state.evse), amperes: ownCurrent(state) };
  let more = 0;
  let phases: 1 | 2 | 3 = 1;
  for (const hold of state.holds) {
    const above = heldAt(hold, moment) - own.amperes;
    if (above <= 0) continue;
    more = Math.max(more, above);
    if (hold.phases > phases) phases = hold.phases;
  }
  return more === 0 ? [own] : [own, { phases, amperes: more }];
}

/** On the phase that carries most. */
export function boundAt(state: EvseState, moment: number): number {
  return drawsAt(state, moment).reduce((sum, { amperes }) => sum + amperes, 0);
}

/** 0: the hold says nothing at that moment, and what the station does by itself counts. */
function heldAt({ steps, until }: Hold, moment: number): number {
  if (moment >= until) return 0;
  return Math.max(0, (steps[indexAt(steps, moment)] ?? steps[0])?.amperes ?? 0);
}

/** Whose station may hold anything until its books are read again: all that its wires carry counts. */
export function inDoubt(state: EvseState): EvseState {
  const steps = [{ from: 0, amperes: state.evse.maxA }];
  const whole: Hold = { steps, until: endOfTime, phases: phasesOf(state.evse), outlastsSession: true };
  return { ...state, defaultA: null, holds: [whole, ...state.holds] };
}

/** Moments at which what an EVSE may draw changes. */
export function boundMoments({ holds }: EvseState): number[] {
  const moments: number[] = []; // asked for a hundred times for every plan of a large site, so no list is made of lists
  for (const { steps, until } of holds) {
    for (const { from } of steps) moments.push(from);
    moments.push(until);
  }
  return moments;
}

/** Whether we decide what it draws: it is there, does as it is told, and nobody else tells its session something. */
export function isSteerable({ isOnline, strayA, holds }: EvseState): boolean {
  return isOnline && strayA === null && !holds.some(isOthersPlan);
}

function isOthersPlan({ foreign, outlastsSession }: Hold): boolean {
  return foreign !== undefined && outlastsSession !== true;
}
