import { Temporal } from 'temporal-polyfill';
import type { Weekday } from '#contract/reports/calendar.ts';
import type { OpeningHours } from '#contract/stations/site.ts';
import { hourBounds } from '../tariffs/cost/price-calendar.ts';

const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** What the clock on the wall of the site says. */
export type LocalTime = { day: Weekday; dayBefore: Weekday; minute: number; text: string };

export function localTimeAt(at: Date, timeZone: string): LocalTime {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  const index = local.dayOfWeek - 1;
  return {
    day: weekdays[index] ?? 'mon',
    dayBefore: weekdays[(index + 6) % 7] ?? 'sun',
    minute: local.hour * 60 + local.minute,
    text: local.toPlainDateTime().toString({ smallestUnit: 'minute' }),
  };
}

/** Hours over midnight belong to the day on which they begin. */
export function isOpen(hours: OpeningHours, { day, dayBefore, minute }: LocalTime): boolean {
  return hours.some(({ days, hours: text }) => {
    const [from, until] = hourBounds(text);
    if (from < until) return days.includes(day) && minute >= from && minute < until;
    return (days.includes(day) && minute >= from) || (days.includes(dayBefore) && minute < until);
  });
}
