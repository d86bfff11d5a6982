import type { PlanVehicle } from './plan-problem.ts';

type Pilots = Pick<PlanVehicle, 'minA' | 'maxA' | 'pilotsA'>;

/** Evenly spaced pilots are whole steps; others are any current, and cut down to a pilot afterwards. */
export function pilotRange({ minA, maxA, pilotsA }: Pilots): {
  lowest: number;
  step: number | null;
  highest: number;
} {
  const usable = (pilotsA ?? []).filter((pilot) => pilot >= minA && pilot <= maxA).toSorted((a, b) => a - b);
  const [lowest = minA] = usable;
  const highest = usable.at(-1) ?? maxA;
  const gaps = usable.slice(1).map((pilot, index) => pilot - (usable[index] ?? 0));
  const step = gaps[0] ?? null;
  const isEven =
    step !== null && [...gaps, lowest].every((gap) => Math.abs(gap / step - Math.round(gap / step)) < 1e-6);
  return { lowest, step: isEven && gaps.every((gap) => Math.abs(gap - step) < 1e-6) ? step : null, highest };
}

/** 0 where even the lowest pilot is too much. */
export function pilotAtMost({ minA, maxA, pilotsA }: Pilots, amperes: number): number {
  if (pilotsA === null) return amperes + 1e-6 < minA ? 0 : Math.min(amperes, maxA);
  return Math.max(0, ...pilotsA.filter((pilot) => pilot <= amperes + 1e-6 && pilot >= minA && pilot <= maxA));
}

/** The next that the station can offer; null: there is none. */
export function pilotAbove({ minA, maxA, pilotsA }: Pilots, amperes: number): number | null {
  if (pilotsA === null) return amperes < minA && minA <= maxA ? minA : null;
  const above = pilotsA.filter((pilot) => pilot > amperes + 1e-6 && pilot >= minA && pilot <= maxA);
  return above.length === 0 ? null : Math.min(...above);
}
