import { SigecError } from '#base/errors.ts';
import type { Places } from '#contract/access/group.ts';
import type { OpeningHours } from '#contract/stations/site.ts';
import { readTime } from './read-time.ts';
import type { Terminal } from './terminal.ts';

type OptionValue = { name: string; value: string };
type Day = OpeningHours[number]['days'][number];

const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies Day[];

/** An empty value takes away what is there; of what is not given nothing is said. */
export function orNull(value: string | undefined): string | null | undefined {
  return value === '' ? null : value;
}

/** The same of a time. */
export function timeOrNull(terminal: Terminal, name: string, value: string | undefined): string | null | undefined {
  return value === undefined || value === '' ? orNull(value) : readTime(terminal, { name, value });
}

/** "mon-fri 06:00-22:00", "sat,sun 08:00-12:00", "06:00-22:00" of every day; "always" alone: null. */
export function readHours(terminal: Terminal, given: readonly string[]): OpeningHours | null {
  if (given.length === 1 && given[0] === 'always') return null;
  return given.map((value) => {
    const [, days, hours] = /^(?:([a-z,-]+)\s+)?(\d\d:\d\d-\d\d:\d\d)$/i.exec(value.trim()) ?? [];
    const named = days === undefined ? [...week] : daysOf(days.toLowerCase());
    if (hours === undefined || named === undefined)
      throw refused(terminal, { name: '--hours', value }, terminal.text.input.hours);
    return { days: named, hours };
  });
}

function daysOf(text: string): Day[] | undefined {
  const parts = text.split(',').map((part) => {
    const [first = '', last = first, ...rest] = part.split('-');
    const [from, to] = [week.findIndex((day) => day === first), week.findIndex((day) => day === last)];
    return from < 0 || to < from || rest.length > 0 ? undefined : week.slice(from, to + 1);
  });
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}

export type PlaceOptions = { everywhere?: boolean; site?: string[]; station?: string[] };

/** Where somebody may charge; undefined: nothing was said about it. */
export function readPlaces({ text }: Terminal, { everywhere, site, station }: PlaceOptions): Places | undefined {
  const isNamed = site !== undefined || station !== undefined;
  if (everywhere && isNamed) throw new SigecError('INVALID_INPUT', text.input.onePlace);
  if (everywhere) return 'everywhere';
  return isNamed ? { siteIds: site ?? [], stationIds: station ?? [] } : undefined;
}

/** Degrees or the like; decimals in either way of writing. */
export function readDecimal(terminal: Terminal, given: OptionValue): number {
  const plain = given.value.replace(',', '.');
  if (/^-?\d{1,3}(\.\d{1,12})?$/.test(plain)) return Number(plain);
  throw refused(terminal, given, terminal.text.input.number);
}

/** Money as decimal text: "12,50" and "12.50" are the same. It never becomes a float. */
export function readAmount(terminal: Terminal, given: OptionValue): string {
  const plain = given.value.replace(',', '.');
  if (/^\d{1,9}(\.\d{1,4})?$/.test(plain)) return plain;
  throw refused(terminal, given, terminal.text.input.amount);
}

/** Throws where a change would change nothing. */
export function somethingOf<Change extends object>({ text }: Terminal, change: Change): Change {
  if (Object.values(change).every((value) => value === undefined))
    throw new SigecError('INVALID_INPUT', text.input.nothingToChange);
  return change;
}

function refused({ text }: Terminal, given: OptionValue, accepts: string): SigecError {
  return new SigecError('INVALID_INPUT', text.wrongUse.invalidInput({ ...given, accepts }));
}
