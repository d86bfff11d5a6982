import type { RatePlan } from '#contract/energy/schedule.ts';

/**
 * Whether what a car means to draw stays within a plan at every moment; null when the two cannot be compared.
 * Both are steps, so it is enough to look where either of them changes. A plan without a start counts from the car's.
 */
export function isWithin(car: RatePlan, plan: RatePlan, timeBase: Date): boolean | null {
  if (car.unit !== plan.unit) return null;
  const carStart = timeBase.getTime();
  const planStart = plan.startsAt === undefined ? carStart : Date.parse(plan.startsAt);
  const moments = [...stepsOf(car, carStart), ...stepsOf(plan, planStart)].filter((moment) => moment >= carStart);
  return moments.every((moment) => {
    const wanted = rateAt(car, carStart, moment);
    const limit = rateAt(plan, planStart, moment);
    return wanted === undefined || limit === undefined || wanted <= limit;
  });
}

function stepsOf({ periods }: RatePlan, start: number): number[] {
  return periods.map(({ startSeconds }) => start + startSeconds * 1000);
}

/** undefined: the plan says nothing about that moment. */
function rateAt({ periods, durationSeconds }: RatePlan, start: number, moment: number): number | undefined {
  if (moment < start) return undefined;
  if (durationSeconds !== undefined && moment >= start + durationSeconds * 1000) return undefined;
  return periods.findLast(({ startSeconds }) => start + startSeconds * 1000 <= moment)?.limit;
}
