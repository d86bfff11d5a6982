import type { EventKind } from '#contract/events/events.ts';
import type { NewEvent } from './ledger-types.ts';

/** A body in two parts: what many events of its kind say alike, and what differs. */
export type BodyShape = { words: string; values: string };

/** Kinds that come with every message of a station, and what in their bodies is one of a few words or small numbers. */
const wordsOfKinds = new Map<EventKind, ReadonlySet<string>>([
  [
    'session-event',
    new Set([
      ...['type', 'trigger', 'chargingState', 'stopReason', 'tokenType', 'mark', 'location'],
      ...['evseId', 'connectorId'],
    ]),
  ],
  ['connector-status', new Set(['status', 'activity', 'evseId', 'connectorId'])],
  ['token-accepted', new Set(['tokenType', 'evseId'])],
  ['meter-values', new Set(['evseId', 'samples'])],
  ['station-booted', new Set(['vendor', 'model', 'firmwareVersion', 'reason', 'version'])],
  ['station-connected', new Set(['version'])],
  ['station-went-offline', new Set(['reason'])],
  ['command-asked', new Set(['name'])],
  ['command-ended', new Set(['name', 'status', 'code'])],
]);
const longestWord = 50;
const largestNumber = 100;
const maxDepth = 4;
const maxItems = 8;
const maxCharacters = 2_000;
/** Between values. JSON escapes it, so no value holds it. */
const separator = '\x1f';
/** Places that are filled from other columns: the time of the event, and the middle and the end of its key. */
const [atPlace, middlePlace, endPlace] = ['%1$s', '%2$s', '%3$s'];
const firstValuePlace = 4;

/** Undefined for kinds that are rare, and for bodies that are large or deep. `words` are for `format()` of PostgreSQL. */
export function shapeBody({ kind, key, body }: NewEvent, happenedAt: string): BodyShape | undefined {
  const names = wordsOfKinds.get(kind);
  if (names === undefined) return undefined;
  const shape = new Shaping({ names, happenedAt, key });
  const words = shape.write(body, '', 0);
  if (words === undefined || words.length > maxCharacters) return undefined;
  return { words, values: shape.values.join(separator) };
}

class Shaping {
  readonly values: string[] = [];
  private readonly names: ReadonlySet<string>;
  private readonly happenedAt: string | undefined;
  private readonly middleOfKey: string | undefined;
  private readonly endOfKey: string | undefined;

  constructor({ names, happenedAt, key }: { names: ReadonlySet<string>; happenedAt: string; key: string | undefined }) {
    this.names = names;
    this.happenedAt = happenedAt.length === 24 ? happenedAt : undefined; // a year of four digits
    const [first = -1, last = -1] = [key?.indexOf(':'), key?.lastIndexOf(':')];
    this.middleOfKey = last > first ? key?.slice(first + 1, last) : undefined;
    this.endOfKey = last === -1 ? undefined : key?.slice(last + 1);
  }

  /** Undefined: the value has no shape. */
  write(value: unknown, name: string, depth: number): string | undefined {
    if (value === null || typeof value === 'boolean') return String(value);
    if (typeof value === 'string') return this.writeText(value, name);
    if (typeof value === 'number') return this.writeNumber(value, name);
    if (depth > maxDepth || typeof value !== 'object' || 'toJSON' in value) return undefined;
    return Array.isArray(value) ? this.writeList(value, name, depth) : this.writeObject(value, depth);
  }

  private writeText(text: string, name: string): string {
    if (this.names.has(name) && text.length <= longestWord) return escaped(JSON.stringify(text));
    if (text === this.happenedAt) return atPlace;
    return text === this.middleOfKey ? middlePlace : this.place(JSON.stringify(text));
  }

  private writeNumber(number: number, name: string): string {
    const json = JSON.stringify(number);
    const isWord = this.names.has(name) && Number.isInteger(number) && number >= 0 && number <= largestNumber;
    if (isWord) return json;
    return json === this.endOfKey ? endPlace : this.place(json);
  }

  private writeList(items: readonly unknown[], name: string, depth: number): string | undefined {
    if (items.length > maxItems) return undefined;
    const written = items.map((item) => this.write(item, name, depth + 1));
    return written.includes(undefined) ? undefined : `[${written.join(',')}]`;
  }

  private writeObject(object: object, depth: number): string | undefined {
    let text = '';
    for (const [name, value] of Object.entries(object)) {
      if (value === undefined) continue; // as in JSON
      const written = this.write(value, name, depth + 1);
      if (written === undefined) return undefined;
      text += `${text === '' ? '' : ','}${escaped(JSON.stringify(name))}:${written}`;
    }
    return `{${text}}`;
  }

  private place(json: string): string {
    this.values.push(json);
    return `%${firstValuePlace + this.values.length - 1}$s`;
  }
}

/** A percent sign begins a place. */
function escaped(json: string): string {
  return json.includes('%') ? json.replaceAll('%', '%%') : json;
}
