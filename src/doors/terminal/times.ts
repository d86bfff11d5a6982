import type { Language } from './language.ts';
import type { Terminal } from './terminal.ts';

const secondMs = 1000;
const units = [
  ['day', 86_400 * secondMs],
  ['hour', 3_600 * secondMs],
  ['minute', 60 * secondMs],
] as const;

/** "2026-11-15 14:02:11 -03:00": the time of this machine's zone, 24 hours, sortable, and saying which zone it is. */
export function localTime(time: string | Date): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const eastMinutes = -date.getTimezoneOffset();
  const zone = `${eastMinutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(eastMinutes) / 60))}:${two(Math.abs(eastMinutes) % 60)}`;
  return `${day} ${clock} ${zone}`;
}

/** "3 min. ago", "in 2 days"; undefined within a minute, for which a language has its own words. */
export function relativeTime(
  time: string | Date,
  { now, language }: { now: Date; language: Language },
): string | undefined {
  const passedMs = new Date(time).getTime() - now.getTime();
  const unit = units.find(([, ms]) => Math.abs(passedMs) >= ms);
  if (unit === undefined) return undefined;
  const [name, ms] = unit;
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(Math.trunc(passedMs / ms), name);
}

/** A person reads how long ago it was, a program the time itself. */
export function shownTime(terminal: Terminal, time: string | null): string {
  if (time === null) return terminal.text.time.never;
  return terminal.isInteractive ? ago(terminal, time) : localTime(time);
}

export function fullTime(terminal: Terminal, time: string | null): string {
  return time === null ? terminal.text.time.never : `${localTime(time)} (${ago(terminal, time)})`;
}

function ago({ clock, language, text }: Terminal, time: string): string {
  return relativeTime(time, { now: clock.now(), language }) ?? text.time.now;
}
