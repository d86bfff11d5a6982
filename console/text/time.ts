const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "12 min", "3 hr", "4 days" in the given language; null while less than a minute has passed. */
export function duration(fromMs: number, toMs: number, language: string): string | null {
  const passedMs = toMs - fromMs; // negative when the server's clock is ahead of the browser's
  if (passedMs < minuteMs) return null;
  if (passedMs < hourMs) return inUnits(passedMs / minuteMs, 'minute', language);
  if (passedMs < 2 * dayMs) return inUnits(passedMs / hourMs, 'hour', language);
  return inUnits(passedMs / dayMs, 'day', language);
}

/** "15 Nov 2026, 14:02:11 GMT-3": 24 hours and the zone, always. */
export function exactTime(time: string | number, language: string): string {
  return format(language, { day: 'numeric', month: 'short', year: 'numeric', ...clock }).format(new Date(time));
}

/** "14:02:11 GMT-3", for what happened today. */
export function clockTime(time: string | number, language: string): string {
  return format(language, clock).format(new Date(time));
}

/** A mark on an axis of time: the day at midnight, else the hour, with seconds where the marks are that near. */
export function tickTime(time: number, stepMs: number, language: string): string {
  const date = new Date(time);
  if (date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0) {
    return format(language, { day: 'numeric', month: 'short' }).format(date);
  }
  const { timeZoneName: _, second, ...hours } = clock;
  return format(language, stepMs < minuteMs ? { ...hours, second } : hours).format(date);
}

/** "15 Nov, 14:02 GMT-3": when something began, in a list. */
export function dayTime(time: string | number, language: string): string {
  return format(language, dayAndMinute).format(new Date(time));
}

/** "15 Nov, 14:02 – 16:00 GMT-3": what both have in common is said once. */
export function dayTimeSpan(from: string | number, to: string | number, language: string): string {
  return format(language, dayAndMinute).formatRange(new Date(from), new Date(to));
}

/** "Monday, 16 November": the heading of a day in a list. */
export function dayName(time: string | number, language: string): string {
  return format(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(time));
}

/** "07:00", and on another day than today "07:00 (Thu)": a moment of the next days, in a sentence. */
export function nearTime(time: string | number, language: string, now: number): string {
  const date = new Date(time);
  const { hour, minute, hourCycle } = clock;
  const shown = format(language, { hour, minute, hourCycle }).format(date);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday ? shown : `${shown} (${format(language, { weekday: 'short' }).format(date)})`;
}

const clock = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;

const { second: _second, ...minuteClock } = clock;
const dayAndMinute = { day: 'numeric', month: 'short', ...minuteClock } as const;

function inUnits(amount: number, unit: 'minute' | 'hour' | 'day', language: string): string {
  return units(language, unit).format(Math.floor(amount));
}

// Making a formatter costs far more than using it, and a table shows hundreds of times.
const formats = new Map<string, Intl.DateTimeFormat>();
function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${language} ${Object.keys(options).join(' ')}`;
  let found = formats.get(name);
  if (found === undefined) formats.set(name, (found = new Intl.DateTimeFormat(language, options)));
  return found;
}

const unitFormats = new Map<string, Intl.NumberFormat>();
function units(language: string, unit: string): Intl.NumberFormat {
  const name = `${language} ${unit}`;
  let found = unitFormats.get(name);
  if (found === undefined) {
    found = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' });
    unitFormats.set(name, found);
  }
  return found;
}
