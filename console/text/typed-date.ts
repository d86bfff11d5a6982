import { timeOfDay } from './time-of-day.ts';

/** A day (`2026-03-01`) or a day with its time (`2026-03-01T21:00`), as a person of that language writes it, in 24 hours. */
export function dateText(value: string, language: string): string {
  const [day = '', time] = value.split('T');
  const written = language === 'pt-BR' ? day.split('-').toReversed().join('/') : day;
  return time === undefined ? written : `${written} ${time}`;
}

/** What was typed as a day; null: no day. 3/4 is another day in every country, so only Portuguese takes slashes. */
export function dayOf(typed: string, language: string): string | null {
  const text = typed.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const local = language === 'pt-BR' ? /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) : null;
  const [year = '', month = '', day = ''] = iso?.slice(1) ?? local?.slice(1).toReversed() ?? [];
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value ? null : value;
}

/** What was typed as a day and a time; null: none. A day alone begins at midnight. */
export function dayAndTimeOf(typed: string, language: string): string | null {
  const [date = '', ...rest] = typed.trim().split(/[T\s]+/);
  const day = dayOf(date, language);
  const time = rest.length === 0 ? '00:00' : timeOfDay(rest.join(''));
  return day === null || time === null || time === '24:00' ? null : `${day}T${time}`;
}
