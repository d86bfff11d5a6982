import type { PlanProblem, Steps } from './plan-problem.ts';

/** A stretch of time in which nothing changes but what the planner decides. */
export type Slot = { from: number; to: number; hours: number };

const hourMs = 3_600_000;

/**
 * Between two moments at which a car comes or goes or a price changes, a constant current is as good as any other: limits and costs
 * are convex. So slots end only there. The first one is what will be sent to stations. Where there would be too many, neighbours
 * that are short and far away become one.
 */
export function cutIntoSlots(problem: PlanProblem): Slot[] {
  const { now, vehicles, maxSlots, commandSeconds } = problem;
  const end = Math.max(now + commandSeconds * 1000, ...vehicles.map(({ departsAt }) => wholeSecond(departsAt)));
  const moments = new Set([now, now + commandSeconds * 1000, end]);
  const { lateCharge } = problem.weights;
  for (const { departsAt, availableFrom } of vehicles) {
    moments.add(departsAt);
    moments.add(availableFrom);
    if (lateCharge !== undefined) moments.add(departsAt - lateCharge.hours * hourMs);
  }
  for (const steps of changingSeries(problem)) for (const { from } of steps) moments.add(from);
  const whole = new Set([now, end, ...[...moments].map(wholeSecond)]);
  const sorted = [...whole].filter((moment) => moment >= now && moment <= end).toSorted((a, b) => a - b);
  return thin(sorted, maxSlots).flatMap((from, index, all) => {
    const to = all[index + 1];
    return to === undefined ? [] : [{ from, to, hours: (to - from) / hourMs }];
  });
}

/**
 * Prices as of this instant, and departures that differ by milliseconds, are no moments of their own: a first slot of a fraction of a
 * second would be the exact one, and what is sent for minutes would be the second.
 */
export function wholeSecond(moment: number): number {
  return Math.floor(moment / 1000) * 1000;
}

function changingSeries({ prices, given, rooms = [] }: PlanProblem): Steps[] {
  const { importPerKwh, exportPerKwh, carbonKgPerKwh } = prices;
  const powers = given.flatMap(({ limitW, costW }) => [limitW, costW]);
  return [importPerKwh, exportPerKwh, carbonKgPerKwh, ...powers, ...rooms.map(({ limit }) => limit)];
}

/** Keeps the first two moments and the last; of the others those go whose slots are shortest beside their distance. */
function thin(moments: readonly number[], maxSlots: number): readonly number[] {
  if (moments.length <= maxSlots + 1) return moments;
  const [now = 0] = moments;
  const inner = moments.slice(2, -1).map((moment, index) => ({
    moment,
    weight: (moment - (moments[index + 1] ?? now)) / (moment - now),
  }));
  const kept = inner.toSorted((a, b) => b.weight - a.weight).slice(0, Math.max(0, maxSlots - 2));
  const chosen = [...moments.slice(0, 2), ...kept.map(({ moment }) => moment), moments.at(-1) ?? now];
  return chosen.toSorted((a, b) => a - b);
}
