import { Temporal } from 'temporal-polyfill';
import { momentAt } from '#base/wall-clock.ts';
import { type QuietHours, type RuleCondition, weekdays } from '#contract/automation/rule.ts';

/** Whether the clocks of the place stand within the quiet hours; 22:00 to 06:00 passes midnight. */
export function isQuiet(quiet: QuietHours | null, at: Date): boolean {
  if (quiet === null || quiet.from === quiet.to) return false;
  const time = localTime(at, quiet.timeZone);
  return quiet.from < quiet.to ? time >= quiet.from && time < quiet.to : time >= quiet.from || time < quiet.to;
}

/** Whether the clocks of the place stand within hours and days; what passes midnight belongs to the day on which it began. */
export function isWithinHours(
  { from, to, days, timeZone }: Pick<Extract<RuleCondition, { of: 'clock' }>, 'from' | 'to' | 'days' | 'timeZone'>,
  at: Date,
): boolean {
  const now = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const time = localTime(at, timeZone);
  if (from !== to && !isQuiet({ from, to, timeZone }, at)) return false;
  const hasBegunYesterday = from > to && time < to;
  const day = weekdays[now.subtract({ days: hasBegunYesterday ? 1 : 0 }).dayOfWeek - 1];
  return days.length === 0 || (day !== undefined && days.includes(day));
}

/** When the quiet hours that hold now are over; the moment itself where none hold. */
export function afterQuiet(quiet: QuietHours | null, at: Date): Date {
  if (quiet === null || !isQuiet(quiet, at)) return at;
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(quiet.timeZone).toPlainDate();
  const end = (days: number) =>
    momentAt({ day: today.add({ days }).toString(), time: quiet.to, timeZone: quiet.timeZone });
  return end(0) > at ? end(0) : end(1);
}

function localTime(at: Date, timeZone: string): string {
  return at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
}
