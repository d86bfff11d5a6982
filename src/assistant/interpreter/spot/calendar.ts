import type { Period } from '../intent.ts';

const dayMs = 86_400_000;

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day by the calendar of a place: 2026-03-01. */
export function dayIn(timeZone: string, at: Date): string {
  // To make one costs as much as to read a whole sentence.
  const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  calendars.set(timeZone, calendar);
  return calendar.format(at);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

export function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** The months count from 1, and may be beyond the year: 13 is January of the next. */
export function firstOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}

export function months(year: number, month: number, count = 1): Period {
  return { from: firstOfMonth(year, month), to: firstOfMonth(year, month + count) };
}

export function oneDay(day: string): Period {
  return { from: day, to: addDays(day, 1) };
}

/** undefined: there is no such day. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : undefined;
}

/** The moment at which a day begins in a place, or of a time of it (2026-03-01T22:00), as tools want it. */
export function momentOf(day: string, timeZone: string): string {
  const midnight = Date.parse(day.includes('T') ? `${day}:00Z` : `${day}T00:00:00Z`);
  // Twice: the offset at that moment may not be the one at midnight of Greenwich.
  const first = midnight - offsetMs(timeZone, new Date(midnight));
  return new Date(midnight - offsetMs(timeZone, new Date(first))).toISOString();
}

function offsetMs(timeZone: string, at: Date): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(at.getTime() / 1000) * 1000;
}
