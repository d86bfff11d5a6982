import type { OcppVersion } from '#contract/stations/station.ts';

/** A current per phase that holds from a moment on; below zero the car feeds back. Moments are in ms. */
export type CurrentStep = { from: number; amperes: number };

/**
 * Whole seconds from now on, one step for each change of what is sent. A rise waits for the second, a fall comes before it; of steps
 * that come to the same second the lowest holds until the next.
 */
export function mergeSteps(
  { steps, until }: { steps: readonly CurrentStep[]; until: number },
  version: OcppVersion,
  now: number,
): CurrentStep[] {
  const merged: CurrentStep[] = [];
  const push = (from: number, amperes: number) => {
    if (merged.at(-1)?.amperes !== amperes) merged.push({ from, amperes });
  };
  for (const { from, amperes } of steps) {
    if (from >= until) continue;
    const value = version === '2.1' ? sendable(amperes) : Math.max(0, sendable(amperes));
    const isRise = value > (merged.at(-1)?.amperes ?? value);
    const at = Math.max(wholeSecond(now), isRise ? Math.ceil(from / 1000) * 1000 : wholeSecond(from));
    const isPast = from <= now; // what held before now is of no concern
    let lowest = value;
    for (let last = merged.at(-1); last !== undefined && last.from >= at; last = merged.at(-1)) {
      if (!isPast) lowest = Math.min(lowest, last.amperes);
      merged.pop();
    }
    push(at, lowest);
    if (lowest < value && at + 1000 < until) push(at + 1000, value);
  }
  return merged;
}

/** Profiles carry one digit behind the point: less rather than more, in both directions. */
export function sendable(amperes: number): number {
  const tenths = Math.floor(Math.abs(amperes) * 10 + 1e-6);
  return amperes < 0 ? -tenths / 10 : tenths / 10;
}

export function wholeSecond(moment: number): number {
  return Math.floor(moment / 1000) * 1000;
}
