import { monthText } from '../../text/local-time.ts';
import { type Days, daysOfMonth } from './report-period.ts';

/** "March 2026", or "5 Mar 2026 – 11 Mar 2026". */
export function daysText(days: Days, language: string): string {
  const month = days.first.slice(0, 7);
  const whole = daysOfMonth(month);
  if (whole.first === days.first && whole.last === days.last) return monthText(month, language);
  const day = formatOf(language, { day: 'numeric', month: 'short', year: 'numeric' });
  return day.formatRange(noon(days.first), noon(days.last));
}

/** What a part of a period is called: a day such as "Mon, 2 Mar", or a month. */
export function partText(key: string, language: string): string {
  if (key.length === 7) return monthText(key, language);
  const date = noon(key);
  if (Number.isNaN(date.getTime())) return key;
  return formatOf(language, { weekday: 'short', day: 'numeric', month: 'short' }).format(date);
}

/** As short as it fits under a bar: "2", or "Mar". */
export function partMark(key: string, language: string): string {
  if (key.length === 7) return formatOf(language, { month: 'short' }).format(noon(`${key}-15`));
  return String(Number(key.slice(8)));
}

/** Days are not times: noon of UTC is the same day in every language. */
function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
}
