import { Temporal } from 'temporal-polyfill';

/** When the clocks of a place show a time of a day. A time that a clock change leaves out comes that much later. */
export function momentAt({ day, time, timeZone }: { day: string; time: string; timeZone: string }): Date {
  const shown = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time));
  return new Date(shown.toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds);
}

/** The next time that the clocks of a place show a time such as 07:00, later than now. */
export function nextMomentAt(time: string, { timeZone, now }: { timeZone: string; now: Date }): Date {
  const today = dayAt(now, timeZone);
  const [first, second] = [today, today.add({ days: 1 })].map((day) =>
    momentAt({ day: day.toString(), time, timeZone }),
  ) as [Date, Date];
  return first > now ? first : second;
}

/** "07:00" by the clocks of a place; of another day than today with its weekday: "Thu 07:00". */
export function shownAt(
  moment: Date,
  { timeZone, now, language }: { timeZone: string; now: Date; language: string },
): string {
  const time = moment.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  if (dayAt(moment, timeZone).equals(dayAt(now, timeZone))) return time;
  return `${moment.toLocaleDateString(language, { timeZone, weekday: 'short' })} ${time}`;
}

function dayAt(moment: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}
