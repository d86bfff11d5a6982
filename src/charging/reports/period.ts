import { Temporal } from 'temporal-polyfill';
import { SigecError } from '#base/errors.ts';
import type { ReportQuery } from '#contract/reports/report.ts';
import type { Span } from '../outages/spans.ts';

/** What a report is about: two times, or whole days by the clock of each site. */
export type Period = Span & {
  /** The first day and the one after the last, such as 2026-03-01; null: two times were given. */
  days: { first: string; end: string } | null;
};

const longestMs = 3_660 * 86_400_000;
/** Years in which there are charging stations; the database has no year 0, and JavaScript writes the year 10000 its own way. */
const [firstYear, lastYear] = [Date.UTC(2000, 0, 1), Date.UTC(2200, 0, 1)];

export function readPeriod(
  { month, firstDay, lastDay, from, to }: Pick<ReportQuery, 'month' | 'firstDay' | 'lastDay' | 'from' | 'to'>,
  { timeZone, now }: { timeZone: string; now: Date },
): Period {
  const hasDays = firstDay !== undefined || lastDay !== undefined;
  const hasTimes = from !== undefined || to !== undefined;
  if ([month !== undefined, hasDays, hasTimes].filter(Boolean).length > 1)
    throw new SigecError('INVALID_INPUT', 'Give a month, or from and to, or firstDay and lastDay, but not both.', {
      details: { field: month === undefined ? 'firstDay' : 'month' },
    });
  if (hasDays) return daysOf({ firstDay, lastDay }, timeZone);
  if (from === undefined && to === undefined) {
    const period = monthOf(month ?? monthNow(timeZone, now), timeZone);
    mustBeKnown(period, 'month');
    return period;
  }
  if (from === undefined)
    throw new SigecError('INVALID_INPUT', 'A report that ends at a time needs one to begin at: give from too.', {
      details: { field: 'from' },
    });
  const span = { from: Date.parse(from), to: to === undefined ? now.getTime() : Date.parse(to) };
  if (span.to <= span.from)
    throw new SigecError('INVALID_INPUT', 'from is not before to; exchange them.', { details: { field: 'to' } });
  mustBeShort(span, 'from');
  mustBeKnown(span, 'from');
  return { ...span, days: null };
}

function daysOf({ firstDay, lastDay }: Pick<ReportQuery, 'firstDay' | 'lastDay'>, timeZone: string): Period {
  if (firstDay === undefined || lastDay === undefined)
    throw new SigecError('INVALID_INPUT', 'Days are given as firstDay and lastDay: give both.', {
      details: { field: firstDay === undefined ? 'firstDay' : 'lastDay' },
    });
  if (lastDay < firstDay)
    throw new SigecError('INVALID_INPUT', 'lastDay is before firstDay; exchange them.', {
      details: { field: 'lastDay' },
    });
  const days = { first: firstDay, end: Temporal.PlainDate.from(lastDay).add({ days: 1 }).toString() };
  const period = { from: startOf(days.first, timeZone), to: startOf(days.end, timeZone), days };
  mustBeKnown(period, 'firstDay');
  mustBeShort(period, 'firstDay');
  return period;
}

function mustBeShort({ from, to }: Span, field: string): void {
  if (to - from <= longestMs) return;
  throw new SigecError('INVALID_INPUT', 'A report covers ten years at most; choose a shorter time.', {
    details: { field },
  });
}

function mustBeKnown({ from, to }: Span, field: string): void {
  if (from >= firstYear && to <= lastYear) return;
  throw new SigecError('INVALID_INPUT', 'Reports are made of the years from 2000 to 2199.', { details: { field } });
}

/** The same days begin at other times elsewhere. */
export function periodIn(period: Period, timeZone: string): Span {
  if (period.days === null) return { from: period.from, to: period.to };
  return { from: startOf(period.days.first, timeZone), to: startOf(period.days.end, timeZone) };
}

export type Bucket = Span & { key: string };
export type TimeUnit = 'hour' | 'day' | 'month';

/** The days or months of a period by one clock; the first and the last may be cut. */
export function bucketsIn(span: Span, by: TimeUnit, timeZone: string): Bucket[] {
  if (by === 'hour') return hoursIn(span, timeZone);
  const buckets: Bucket[] = [];
  let date = Temporal.Instant.fromEpochMilliseconds(span.from).toZonedDateTimeISO(timeZone).toPlainDate();
  if (by === 'month') date = date.with({ day: 1 });
  for (;;) {
    const from = startOf(date.toString(), timeZone);
    if (from >= span.to) return buckets;
    const next = date.add(by === 'day' ? { days: 1 } : { months: 1 });
    const key = by === 'day' ? date.toString() : date.toString().slice(0, 7);
    buckets.push({ key, from: Math.max(from, span.from), to: Math.min(startOf(next.toString(), timeZone), span.to) });
    date = next;
  }
}

/** The hour that comes twice when the clock is set back has the same name twice. */
function hoursIn(span: Span, timeZone: string): Bucket[] {
  const buckets: Bucket[] = [];
  const begin = Temporal.Instant.fromEpochMilliseconds(span.from).toZonedDateTimeISO(timeZone);
  for (let hour = begin.round({ smallestUnit: 'hour', roundingMode: 'floor' }); ; hour = hour.add({ hours: 1 })) {
    const from = hour.epochMilliseconds;
    if (from >= span.to) return buckets;
    const to = hour.add({ hours: 1 }).epochMilliseconds;
    const key = hour.toPlainDateTime().toString().slice(0, 13);
    buckets.push({ key, from: Math.max(from, span.from), to: Math.min(to, span.to) });
  }
}

/** The day on which a moment lies by one clock, and the same day of the week before. */
export function dayAndWeekBefore(now: Date, timeZone: string): { today: Span; weekBefore: Span } {
  const date = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  const dayOf = (day: Temporal.PlainDate) => ({
    from: startOf(day.toString(), timeZone),
    to: startOf(day.add({ days: 1 }).toString(), timeZone),
  });
  return { today: dayOf(date), weekBefore: dayOf(date.subtract({ days: 7 })) };
}

function monthOf(month: string, timeZone: string): Period {
  const first = Temporal.PlainDate.from(`${month}-01`);
  const days = { first: first.toString(), end: first.add({ months: 1 }).toString() };
  return { from: startOf(days.first, timeZone), to: startOf(days.end, timeZone), days };
}

function monthNow(timeZone: string, now: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toString().slice(0, 7);
}

/** Where a day begins at one o'clock, since the clock changes at midnight, it begins then. */
function startOf(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
}
