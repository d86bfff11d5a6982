/** A wall clock's time of a day so many days from today in a zone, as an instant. */
export function instantOf(
  { year, month, day }: CalendarDay,
  { clock = '00:00', timeZone }: { clock?: string; timeZone: string },
): Date {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const first = asUtc - offsetMs(new Date(asUtc), timeZone);
  return new Date(asUtc - offsetMs(new Date(first), timeZone)); // once more, where the clock was changed in between
}

export type CalendarDay = { year: number; month: number; day: number };

export function dayOf(at: Date, timeZone: string): CalendarDay {
  const { year, month, day } = partsOf(at, timeZone);
  return { year, month, day };
}

/** The calendar carries days below 1 and above the end of the month over. */
export function plusDays({ year, month, day }: CalendarDay, days: number): CalendarDay {
  return dayOf(new Date(Date.UTC(year, month - 1, day + days)), 'UTC');
}

export function clockOf(at: Date, timeZone: string): string {
  const { hour, minute } = partsOf(at, timeZone);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** 0 is Monday. */
export function weekdayOf({ year, month, day }: CalendarDay): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
}

function offsetMs(at: Date, timeZone: string): number {
  const { year, month, day, hour, minute } = partsOf(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at.getTime() / 60_000) * 60_000;
}

function partsOf(at: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour'), minute: part('minute') };
}
