import { SigecError } from '#base/errors.ts';
import { isRecord, ownJson } from '#base/json.ts';
import type { Places } from '#contract/access/group.ts';
import type { OpeningHours } from '#contract/stations/site.ts';
import type { ServerOptions } from './server-address.ts';
import type { Terminal } from './terminal.ts';

/** What every command takes that shows something of the running system. */
export type ShowOptions = ServerOptions & { json?: boolean };
/** Options of these names, each with a text behind it. */
export type Texts<Name extends string> = Partial<Record<Name, string>>;
/** Options of these names without a value. */
export type Switches<Name extends string> = Partial<Record<Name, boolean>>;

export type OptionValue = { name: string; value: string };
type Bounds = readonly [least: number, most: number];

/** Reads the options of a command by their names; of what was not given, undefined. */
export function optionReader<Options extends object>(terminal: Terminal, options: Options) {
  type Name = keyof Options & string;
  const read = <Value>(name: Name, valueOf: (given: OptionValue) => Value): Value | undefined => {
    const value = options[name];
    return typeof value === 'string' ? valueOf({ name: flagOf(name), value }) : undefined;
  };
  const number = (name: Name, bounds: Bounds) => read(name, (given) => readNumber(terminal, given, bounds));
  const time = (name: Name) => read(name, (given) => readTime(terminal, given));
  return {
    number,
    time,
    limit: (usual: number, most = 1000) => number('limit' as Name, [1, most]) ?? usual,
    /** An empty value takes away what is there: null. */
    timeOrNull: (name: Name) => (options[name] === '' ? null : time(name)),
    since: () => read('since' as Name, (given) => timeAgo(terminal, given)),
    connector: (name: Name) => read(name, (given) => readConnector(terminal, given)),
    durationMs: (name: Name) => read(name, (given) => readDuration(terminal, given)),
    decimal: (name: Name) => read(name, (given) => readDecimal(terminal, given)),
    kwh: (name: Name) => read(name, (given) => readKwh(terminal, given)),
  };
}

/** "minKwh" as "--min-kwh" */
function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function invalidInput({ text }: Terminal, given: OptionValue & { accepts: string }): SigecError {
  return new SigecError('INVALID_INPUT', text.wrongUse.invalidInput(given));
}

/** "2" is EVSE 2, "2.3" its third connector: as stations are shown. */
export function readConnector(terminal: Terminal, given: OptionValue): { evseId: number; connectorId?: number } {
  const [, evseId, connectorId] = /^([1-9]\d{0,2})(?:\.([1-9]\d?))?$/.exec(given.value) ?? [];
  if (evseId === undefined) throw invalidInput(terminal, { ...given, accepts: terminal.text.accepts.connector });
  return { evseId: Number(evseId), ...(connectorId !== undefined && { connectorId: Number(connectorId) }) };
}

export function readNumber(terminal: Terminal, given: OptionValue, [least, most]: Bounds): number {
  const number = /^\d{1,10}$/.test(given.value) ? Number(given.value) : -1;
  if (number >= least && number <= most) return number;
  const accepts = terminal.text.accepts.numberFrom(String(least), String(most));
  throw invalidInput(terminal, { ...given, accepts });
}

export function readObject(terminal: Terminal, value: string): Record<string, unknown> {
  const read = ownJson(value);
  if (isRecord(read)) return read;
  throw invalidInput(terminal, { name: 'JSON', value, accepts: terminal.text.accepts.json });
}

/** "HeartbeatInterval=60"; the value may hold further signs of its kind. */
export function readSetting(terminal: Terminal, value: string): { name: string; value: string } {
  const [, name, setTo] = /^([^=]+)=(.*)$/su.exec(value) ?? [];
  if (name === undefined || setTo === undefined)
    throw invalidInput(terminal, { name: 'NAME=VALUE', value, accepts: terminal.text.accepts.setting });
  return { name: name.trim(), value: setTo };
}

const timeForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Without a zone it is the time of this machine's zone; a day begins at its midnight. */
export function readTime(terminal: Terminal, given: OptionValue & { accepts?: string }): string {
  const isDay = given.value.length === 10;
  const time = new Date(isDay ? `${given.value}T00:00` : given.value);
  if (timeForm.test(given.value) && !Number.isNaN(time.getTime())) return time.toISOString();
  throw invalidInput(terminal, { ...given, accepts: given.accepts ?? terminal.text.accepts.time });
}

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Milliseconds of 90s, 5m, 2h, 7d or 4w; undefined for anything else. */
export function parseDuration(given: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(given.trim()) ?? [];
  const ms = Number(amount) * unitMs[unit as keyof typeof unitMs];
  return ms > 0 ? ms : undefined;
}

function readDuration(terminal: Terminal, given: OptionValue): number {
  const ms = parseDuration(given.value);
  if (ms !== undefined) return ms;
  throw invalidInput(terminal, { ...given, accepts: terminal.text.accepts.duration });
}

function timeAgo(terminal: Terminal, given: OptionValue): string {
  return new Date(terminal.clock.now().getTime() - readDuration(terminal, given)).toISOString();
}

/** "2026-03", as the server takes it: by the clock of each site. "last" is the month before this one, by the clock here. */
export function readMonth(terminal: Terminal, value: string): string {
  if (value === 'last' || value === 'this') {
    const now = terminal.clock.now();
    const month = new Date(Date.UTC(now.getFullYear(), now.getMonth() - (value === 'last' ? 1 : 0), 1));
    return month.toISOString().slice(0, 7);
  }
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(value)) return value;
  throw invalidInput(terminal, { name: '--month', value, accepts: terminal.text.accepts.month });
}

/** An empty value takes away what is there; of what is not given nothing is said. */
export function orNull(value: string | undefined): string | null | undefined {
  return value === '' ? null : value;
}

type Day = OpeningHours[number]['days'][number];
export const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies Day[];

/** "mon-fri 06:00-22:00", "sat,sun 08:00-12:00", "06:00-22:00" of every day; "always" alone: null. */
export function readHours(terminal: Terminal, given: readonly string[]): OpeningHours | null {
  if (given.length === 1 && given[0] === 'always') return null;
  return given.map((value) => {
    const [, days, hours] = /^(?:([a-z,-]+)\s+)?(\d\d:\d\d-\d\d:\d\d)$/i.exec(value.trim()) ?? [];
    const named = days === undefined ? [...week] : daysOf(days.toLowerCase());
    if (hours === undefined || named === undefined)
      throw invalidInput(terminal, { name: '--hours', value, accepts: terminal.text.input.hours });
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
function readDecimal(terminal: Terminal, given: OptionValue): number {
  const plain = given.value.replace(',', '.');
  if (/^-?\d{1,3}(\.\d{1,12})?$/.test(plain)) return Number(plain);
  throw invalidInput(terminal, { ...given, accepts: terminal.text.input.number });
}

/** Energy as decimal text, in either way of writing. */
function readKwh(terminal: Terminal, given: OptionValue): string {
  const plain = given.value.replace(',', '.');
  if (/^\d{1,6}(\.\d{1,3})?$/.test(plain)) return plain;
  throw invalidInput(terminal, { ...given, accepts: terminal.text.accepts.energy });
}

/** Money as decimal text: "12,50" and "12.50" are the same. It never becomes a float. */
export function readAmount(terminal: Terminal, given: OptionValue): string {
  const plain = given.value.replace(',', '.');
  if (/^\d{1,9}(\.\d{1,4})?$/.test(plain)) return plain;
  throw invalidInput(terminal, { ...given, accepts: terminal.text.input.amount });
}

/** Throws where a change would change nothing. */
export function somethingOf<Change extends object>({ text }: Terminal, change: Change): Change {
  if (Object.values(change).every((value) => value === undefined))
    throw new SigecError('INVALID_INPUT', text.input.nothingToChange);
  return change;
}

export type DevicePlaceOptions = Texts<'station' | 'connector' | 'note'>;

/** Where a device stands at its site; a connector counts within a station. */
export function readDevicePlace(terminal: Terminal, options: DevicePlaceOptions) {
  const { station, connector, note } = options;
  if (connector !== undefined && station === undefined)
    throw new SigecError('INVALID_INPUT', terminal.text.tariff.needsStation);
  const at = optionReader(terminal, options).connector('connector');
  return { stationId: station ?? null, ...at, note: orNull(note) ?? null };
}
