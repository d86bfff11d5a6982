import { Temporal } from 'temporal-polyfill';

/** A day at the site: `number` counts days, so that yesterday is one less, whatever the clock does. */
export type LocalDay = { number: number; startsAt: number; endsAt: number; isWeekend: boolean };

/** Days as people at a site live them. A day that the clock changes has 23 or 25 hours. */
export class LocalDays {
  private readonly known = new Map<number, LocalDay>();
  private readonly timeZone: string;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  of(moment: number): LocalDay {
    // Asking the calendar is dear beside looking: no zone is further than a day from UTC.
    const guess = Math.floor((moment - epochMs) / dayMs);
    for (const number of [guess, guess - 1, guess + 1]) {
      const day = this.known.get(number);
      if (day !== undefined && moment >= day.startsAt && moment < day.endsAt) return day;
    }
    const date = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(this.timeZone).toPlainDate();
    return this.dayOf(date);
  }

  byNumber(number: number): LocalDay {
    return this.known.get(number) ?? this.dayOf(epoch.add({ days: number }));
  }

  /** The days before one that are like it, the latest first: working days, or weekends. */
  *likeBefore(day: LocalDay, { atMostDaysBack }: { atMostDaysBack: number }): Generator<LocalDay> {
    for (let back = 1; back <= atMostDaysBack; back += 1) {
      const before = this.byNumber(day.number - back);
      if (before.isWeekend === day.isWeekend) yield before;
    }
  }

  private dayOf(date: Temporal.PlainDate): LocalDay {
    const number = epoch.until(date, { largestUnit: 'days' }).days;
    const known = this.known.get(number);
    if (known !== undefined) return known;
    const start = (of: Temporal.PlainDate) => of.toZonedDateTime(this.timeZone).epochMilliseconds;
    const day = { number, startsAt: start(date), endsAt: start(date.add({ days: 1 })), isWeekend: date.dayOfWeek >= 6 };
    this.known.set(number, day);
    return day;
  }
}

const epoch = Temporal.PlainDate.from('2020-01-01');
const epochMs = Date.UTC(2020, 0, 1);
const dayMs = 86_400_000;
