import type { PlanDelivery, StationAbilities } from '#contract/energy/energy-plan.ts';

export type Finding = StationAbilities['findings'][number];

/** What is known of an EVSE some time after it was told a current. Currents are per phase. */
export type Observation = {
  /** What holds now, by the profile that the station took. */
  commandedA: number;
  /** Whether the same current held long enough for the reading to be about it. */
  isSettled: boolean;
  /** It is known to be slow and has not come down yet: no disobedience, but others have to make room meanwhile. */
  isLagging: boolean;
  /** When it was measured. */
  readAt: number;
  /** What flows, on the phase that carries most; null: not measured since. */
  measuredA: number | null;
  /** What the station offers to the car, where it tells. */
  offeredA: number | null;
  /** What all profiles come to, as the station computes it; null: not known. */
  compositeA: number | null;
  /** Of how many phases the profile says that its watts are; null: it was said in amperes, which need no phases. */
  phasesOfWatts?: 1 | 2 | 3 | null;
  /** Before the current was raised from nothing. */
  wasPaused: boolean;
  secondsSinceChange: number;
  wantsMore: boolean;
  minA: number;
};

export type Judgement = { state: PlanDelivery['state'] | 'unknown'; finding: Finding | null };

/** Cars and meters are never exact: a little above is not disobedience. */
const toleranceA = 1;
const toleranceShare = 0.06;
/** Stations that know only some currents are at most so far below. */
const coarsestStepA = 8;
const wakeSeconds = 180;

/** Whether a station does what its profile says. What cannot be told is unknown: no station is blamed for a silent meter. */
export function judgeDelivery(seen: Observation): Judgement {
  const { commandedA, measuredA, offeredA, compositeA, isSettled } = seen;
  const limitA = Math.max(0, commandedA);
  if (!isSettled) return { state: 'sending', finding: null };
  if (takesWattsForThreePhases(seen)) return { state: 'capped', finding: 'ignores-phases' };
  if (compositeA !== null && compositeA < limitA - tolerance(limitA))
    return { state: 'capped', finding: 'stale-profile' };
  if (measuredA !== null && measuredA > limitA + tolerance(limitA))
    return { state: 'ignored', finding: 'ignores-profiles' };
  if (offeredA !== null && offeredA > limitA + tolerance(limitA))
    return { state: 'ignored', finding: 'ignores-profiles' };
  if (offeredA !== null && offeredA < limitA - tolerance(limitA)) {
    const isStep = offeredA >= seen.minA && limitA - offeredA < coarsestStepA;
    return isStep ? { state: 'rounded', finding: 'rounds-down' } : { state: 'capped', finding: 'caps-current' };
  }
  if (isAsleep(seen)) return { state: 'followed', finding: 'does-not-wake' };
  if (measuredA === null && offeredA === null && compositeA === null) return { state: 'unknown', finding: null };
  return { state: 'followed', finding: null };
}

/** A station that divides watts by its own three phases offers a car on one of them a third. What a car draws proves nothing. */
function takesWattsForThreePhases({ commandedA, offeredA, phasesOfWatts }: Observation): boolean {
  if (phasesOfWatts === undefined || phasesOfWatts === null || phasesOfWatts === 3 || commandedA <= 0) return false;
  const lessA = (commandedA * phasesOfWatts) / 3;
  return offeredA !== null && offeredA > 0 && Math.abs(offeredA - lessA) < toleranceA / 2;
}

export function tolerance(limitA: number): number {
  return Math.max(toleranceA, limitA * toleranceShare);
}

/** A car that was paused, may charge again and does not: some never wake up. */
function isAsleep({ commandedA, wasPaused, measuredA, secondsSinceChange, wantsMore, minA }: Observation): boolean {
  return (
    wasPaused &&
    wantsMore &&
    commandedA >= minA &&
    measuredA !== null &&
    measuredA < 0.5 &&
    secondsSinceChange >= wakeSeconds
  );
}
