import { Temporal } from 'temporal-polyfill';
import type { Weekday } from '#contract/reports/calendar.ts';
import type { OpeningHours } from '#contract/stations/site.ts';
import { intersection, type Span, union } from './spans.ts';

const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** When a site is open within a period, by the clock of the site: a day of a clock change is an hour shorter or longer. */
export function openSpans(hours: OpeningHours, timeZone: string, period: Span): Span[] {
  const spans: Span[] = [];
  const dayOf = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();
  const last = dayOf(period.to);
  // Hours over midnight began the day before.
  for (let day = dayOf(period.from).subtract({ days: 1 }); Temporal.PlainDate.compare(day, last) <= 0; ) {
    const next = day.add({ days: 1 });
    const name = weekdays[day.dayOfWeek - 1];
    for (const row of hours) {
      if (name === undefined || !row.days.includes(name)) continue;
      const [from = '', to = ''] = row.hours.split('-');
      spans.push({ from: at(day, from), to: to > from ? at(day, to) : at(next, to) });
    }
    day = next;
  }
  return intersection(union(spans), [period]);

  function at(day: Temporal.PlainDate, time: string): number {
    if (time === '24:00') return at(day.add({ days: 1 }), '00:00');
    return day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
  }
}
