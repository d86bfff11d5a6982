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

const clock = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;

function inUnits(amount: number, unit: 'minute' | 'hour' | 'day', language: string): string {
  return units(language, unit).format(Math.floor(amount));
}

// Making a formatter costs far more than using it, and a table shows hundreds of times.
const formats = new Map<string, Intl.DateTimeFormat>();
function format(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${language} ${options.year ?? 'today'}`;
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
