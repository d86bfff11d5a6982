import type { Terminal } from './terminal.ts';
import { localTime, relativeTime } from './times.ts';

/** A person reads how long ago it was, a program the time itself. */
export function shownTime(terminal: Terminal, time: string | null): string {
  if (time === null) return terminal.text.time.never;
  return terminal.isInteractive ? ago(terminal, time) : localTime(time);
}

/** Both, where there is room. */
export function fullTime(terminal: Terminal, time: string | null): string {
  return time === null ? terminal.text.time.never : `${localTime(time)} (${ago(terminal, time)})`;
}

function ago({ clock, language, text }: Terminal, time: string): string {
  return relativeTime(time, { now: clock.now(), language }) ?? text.time.now;
}
