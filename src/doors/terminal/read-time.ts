import { SigecError } from '#base/errors.ts';
import { parseDuration } from './duration.ts';
import type { Terminal } from './terminal.ts';

type OptionValue = { name: string; value: string };

const timeForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Without a zone it is the time of this machine's zone; a day begins at its midnight. */
export function readTime({ text }: Terminal, given: OptionValue): string {
  const isDay = given.value.length === 10;
  const time = new Date(isDay ? `${given.value}T00:00` : given.value);
  if (timeForm.test(given.value) && !Number.isNaN(time.getTime())) return time.toISOString();
  throw refused(text, { ...given, accepts: text.accepts.time });
}

/** So long ago. */
export function readSince({ text, clock }: Terminal, value: string): string {
  const ms = parseDuration(value);
  if (ms === undefined) throw refused(text, { name: '--since', value, accepts: text.accepts.duration });
  return new Date(clock.now().getTime() - ms).toISOString();
}

/** "2026-03", as the server takes it: by the clock of each site. "last" is the month before this one, by the clock here. */
export function readMonth({ text, clock }: Pick<Terminal, 'text' | 'clock'>, value: string): string {
  if (value === 'last' || value === 'this') {
    const now = clock.now();
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - (value === 'last' ? 1 : 0), 1));
    return month.toISOString().slice(0, 7);
  }
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) return value;
  throw refused(text, { name: '--month', value, accepts: text.accepts.month });
}

function refused({ wrongUse }: Terminal['text'], given: OptionValue & { accepts: string }): SigecError {
  return new SigecError('INVALID_INPUT', wrongUse.invalidInput(given));
}
