/** A time of the API as a field of the kind `datetime-local` holds it, by the clock of the browser; none is empty. */
export function toLocalTime(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  const two = (amount: number) => String(amount).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function fromLocalTime(typed: string): string | null {
  const date = new Date(typed);
  return typed === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** The same by the clock of another place. */
export function toClockOf(timeZone: string, time: string): string {
  return new Date(wallMs(timeZone, Date.parse(time))).toISOString().slice(0, 16);
}

/** An hour that the clock leaves out in spring is taken as the one after it; of one that comes twice, either is right. */
export function fromClockOf(timeZone: string, typed: string): string | null {
  const wall = Date.parse(`${typed}Z`);
  if (typed === '' || Number.isNaN(wall)) return null;
  const near = wall - (wallMs(timeZone, wall) - wall);
  return new Date(wall - (wallMs(timeZone, near) - near)).toISOString();
}

/** What the clock on the wall shows, as if it were UTC. */
function wallMs(timeZone: string, ms: number): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** This month as "2026-03", by the clock of the browser. */
export function thisMonth(now: Date = new Date()): string {
  return toLocalTime(now.toISOString()).slice(0, 7);
}

/** So many months later, or earlier. */
export function monthAfter(month: string, months: number): string {
  const [year = 2000, number = 1] = month.split('-').map(Number);
  const date = new Date(Date.UTC(year, number - 1 + months, 1));
  return date.toISOString().slice(0, 7);
}

/** "March 2026". */
export function monthText(month: string, language: string): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  );
}
