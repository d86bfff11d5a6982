import { Temporal } from 'temporal-polyfill';
import { momentAt } from '#base/wall-clock.ts';
import { type RuleTrigger, weekdays } from '#contract/automation/rule.ts';

type Schedule = Extract<RuleTrigger, { on: 'schedule' }>;

/** The moments of a schedule after `from` and up to `to`, oldest first, by the clocks of its place. */
export function momentsBetween({ at, days, timeZone }: Schedule, from: Date, to: Date): Date[] {
  const last = dayOf(to, timeZone);
  const moments: Date[] = [];
  for (
    let day = dayOf(from, timeZone).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    const name = weekdays[day.dayOfWeek - 1];
    if (days.length > 0 && (name === undefined || !days.includes(name))) continue;
    const moment = momentAt({ day: day.toString(), time: at, timeZone });
    if (moment > from && moment <= to) moments.push(moment);
  }
  return moments;
}

function dayOf(moment: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}
