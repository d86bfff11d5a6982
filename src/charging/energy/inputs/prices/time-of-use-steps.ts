import { Temporal } from 'temporal-polyfill';
import type { TimeOfUse } from '#contract/energy/site-energy.ts';
import { dayNames, hourBounds } from '../../../tariffs/cost/price-calendar.ts';
import type { Steps } from '../../planner/plan-problem.ts';

type Span = { from: number; until: number; timeZone: string };

/**
 * Prices by the clock on the wall of the site. A day of 23 hours skips what stands in its missing hour, and in one of 25 hours the
 * repeated hour has its prices twice. Hours over midnight are the early and the late hours of the same day, as in tariffs.
 */
export function timeOfUseSteps(prices: TimeOfUse, { from, until, timeZone }: Span): Steps {
  const steps: { from: number; value: number }[] = [];
  for (const at of marks(prices, { from, until, timeZone })) {
    const value = priceAt(prices, at, timeZone);
    if (steps.at(-1)?.value !== value) steps.push({ from: at, value });
  }
  return steps;
}

function priceAt({ windows, otherwisePerKwh }: TimeOfUse, at: number, timeZone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const day = dayNames[local.dayOfWeek % 7] ?? 'sun';
  const minute = local.hour * 60 + local.minute;
  const window = windows.find(({ days, hours }) => {
    const [begin, end] = hourBounds(hours);
    const isThen = begin < end ? begin <= minute && minute < end : minute >= begin || minute < end;
    return isThen && days.includes(day);
  });
  return window?.perKwh ?? otherwisePerKwh;
}

/** Every moment at which some price may begin: the marks of each day by its clock, and where the clock itself jumps. */
function marks({ windows }: TimeOfUse, { from, until, timeZone }: Span): number[] {
  const minutes = new Set([0, ...windows.flatMap(({ hours }) => hourBounds(hours))].map((minute) => minute % 1440));
  const found = new Set([from]);
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  for (let date = first.toPlainDate(); ; date = date.add({ days: 1 })) {
    const midnight = date.toZonedDateTime(timeZone);
    if (midnight.epochMilliseconds >= until) break;
    const jump = midnight.getTimeZoneTransition('next')?.epochMilliseconds;
    if (jump !== undefined) found.add(jump);
    for (const minute of minutes) {
      const wall = date.toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 });
      for (const disambiguation of ['earlier', 'later'] as const)
        found.add(wall.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds);
    }
  }
  return [...found].filter((moment) => moment >= from && moment < until).toSorted((a, b) => a - b);
}
