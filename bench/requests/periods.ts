import { type CalendarDay, dayOf, instantOf, plusDays, weekdayOf } from './local-time.ts';

export type Here = { now: Date; timeZone: string };
/** Somebody who says "the last seven days" may begin at the minute or at midnight: `slackMs`. */
type Period = { from: Date; to: Date; slackMs?: number };
type Arguments = Readonly<Record<string, unknown>>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Whether the times among the arguments of a call are those that a person means by the words of a request. */
export function isPeriod(name: string, given: Arguments, here: Here): boolean {
  return periodsOf(name, here).some((period) => isGiven(period, given, here));
}

/** A moment such as "tomorrow 09:00", "11-05" or "2026-10-01 18:00". */
export function momentOf(text: string, here: Here): Date {
  const [day = '', clock] = text.split(' ');
  return instantOf(calendarDayOf(day, here), { ...(clock !== undefined && { clock }), timeZone: here.timeZone });
}

/** What somebody may mean by a name: "last week" is the one of the calendar, beginning on either day, or seven days. */
function periodsOf(name: string, here: Here): Period[] {
  const { timeZone, now } = here;
  const today = dayOf(now, timeZone);
  const days = (first: CalendarDay, behind: CalendarDay): Period => ({
    from: instantOf(first, { timeZone }),
    to: instantOf(behind, { timeZone }),
  });
  const monthOf = (year: number, month: number) =>
    days(dayOf(new Date(Date.UTC(year, month - 1, 1)), 'UTC'), dayOf(new Date(Date.UTC(year, month, 1)), 'UTC'));
  const weeks = (back: number) =>
    [weekdayOf(today), (weekdayOf(today) + 1) % 7].map((since) => {
      const first = plusDays(today, -since - 7 * back);
      return days(first, plusDays(first, 7));
    });
  const past = (count: number): Period => ({ from: new Date(now.getTime() - count * dayMs), to: now, slackMs: dayMs });
  switch (name) {
    case 'today':
      return [days(today, plusDays(today, 1))];
    case 'yesterday':
      return [days(plusDays(today, -1), today)];
    case 'this-week':
      return [...weeks(0), past(7)];
    case 'last-week':
      return [...weeks(1), past(7)];
    case 'this-month':
      return [monthOf(today.year, today.month)];
    case 'last-month':
      return [monthOf(today.year, today.month - 1)];
  }
  const [kind = '', rest = ''] = name.split(':', 1).concat(name.slice(name.indexOf(':') + 1));
  if (kind === 'month' && name.includes(':')) {
    const month = Number(rest);
    return [monthOf(month <= today.month ? today.year : today.year - 1, month)];
  }
  if (kind === 'ym') {
    const [year = 0, month = 0] = rest.split('-').map(Number);
    return [monthOf(year, month)];
  }
  if (kind === 'day') {
    const day = calendarDayOf(rest, here);
    return [days(day, plusDays(day, 1))];
  }
  const [first = '', last = ''] = name.split('..');
  const from = momentOf(first, here);
  if (last === '') return [{ from, to: new Date(now.getTime() + dayMs) }];
  const isDay = !last.includes(' ');
  return [{ from, to: isDay ? momentAfter(last, here) : momentOf(last, here) }];
}

function momentAfter(day: string, here: Here): Date {
  return instantOf(plusDays(calendarDayOf(day, here), 1), { timeZone: here.timeZone });
}

/** "11-05" is the last one that was, "-2" the day before yesterday. */
function calendarDayOf(text: string, { now, timeZone }: Here): CalendarDay {
  const today = dayOf(now, timeZone);
  const named = { today: 0, yesterday: -1, tomorrow: 1 }[text];
  if (named !== undefined) return plusDays(today, named);
  if (/^-\d+$/.test(text)) return plusDays(today, Number(text));
  const numbers = text.split('-').map(Number);
  const [month = 0, day = 0] = numbers.slice(-2);
  if (numbers.length === 3) return { year: numbers[0] ?? 0, month, day };
  const isAhead = month > today.month || (month === today.month && day > today.day);
  return { year: isAhead ? today.year - 1 : today.year, month, day };
}

function isGiven({ from, to, slackMs = 2 * minuteMs }: Period, given: Arguments, here: Here): boolean {
  const month = given['month'];
  if (typeof month === 'string') {
    const [year = 0, number = 0] = month.split('-').map(Number);
    const [named] = periodsOf(`ym:${year}-${number}`, here);
    return named !== undefined && isWithin(named.from, from, slackMs) && isWithin(named.to, to, slackMs);
  }
  const [givenFrom, givenTo] = [timeIn(given, ['from', 'since']), timeIn(given, ['to', 'until'])];
  if (givenFrom === undefined || !isWithin(givenFrom, from, slackMs)) {
    // Without any time a report is that of the month that runs.
    const isThisMonth = givenFrom === undefined && givenTo === undefined && isWithin(from, firstOfMonth(here), slackMs);
    return isThisMonth && to > here.now;
  }
  if (givenTo === undefined) return to.getTime() >= here.now.getTime() - minuteMs;
  return isWithin(givenTo, to, slackMs) || (to >= here.now && givenTo.getTime() >= here.now.getTime() - 10 * minuteMs);
}

function firstOfMonth({ now, timeZone }: Here): Date {
  return instantOf({ ...dayOf(now, timeZone), day: 1 }, { timeZone });
}

function timeIn(given: Arguments, names: readonly string[]): Date | undefined {
  const text = names.map((name) => given[name]).find((value) => typeof value === 'string');
  return typeof text === 'string' ? new Date(text) : undefined;
}

/** The last second of a day is as good as the first of the next one. */
function isWithin(one: Date, other: Date, slackMs: number): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= slackMs;
}
