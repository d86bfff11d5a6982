import type { ChargingSchedule } from '#contract/energy/charging-profile.ts';

/**
 * Whether what a car means to draw stays within a schedule at every moment; null when the two cannot be compared.
 * Both are steps, so it is enough to look where either of them changes. A schedule without a start counts from the car's.
 */
export function isWithin(car: ChargingSchedule, schedule: ChargingSchedule, timeBase: Date): boolean | null {
  if (car.unit !== schedule.unit) return null;
  const carStart = timeBase.getTime();
  const scheduleStart = schedule.startsAt === undefined ? carStart : Date.parse(schedule.startsAt);
  const moments = [...stepsOf(car, carStart), ...stepsOf(schedule, scheduleStart)].filter(
    (moment) => moment >= carStart,
  );
  return moments.every((moment) => {
    const wanted = rateAt(car, carStart, moment);
    const limit = rateAt(schedule, scheduleStart, moment);
    return wanted === undefined || limit === undefined || wanted <= limit;
  });
}

function stepsOf({ periods }: ChargingSchedule, start: number): number[] {
  return periods.map(({ startSeconds }) => start + startSeconds * 1000);
}

/** undefined: the schedule says nothing about that moment. */
function rateAt({ periods, durationSeconds }: ChargingSchedule, start: number, moment: number): number | undefined {
  if (moment < start) return undefined;
  if (durationSeconds !== undefined && moment >= start + durationSeconds * 1000) return undefined;
  return periods.findLast(({ startSeconds }) => start + startSeconds * 1000 <= moment)?.limit;
}
