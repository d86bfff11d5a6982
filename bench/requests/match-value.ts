import { isRecord } from '../../src/base/json.ts';
import { clockOf, instantOf } from './local-time.ts';
import { type Here, momentOf } from './periods.ts';

export type Known = Here & {
  /** What "$token:5555" and the like stand for: one of these values. */
  references: ReadonlyMap<string, readonly string[]>;
};

/** Whether an argument is what a request means; test/requests/README.md lists the ways to say it. */
export function matchesValue(expected: unknown, given: unknown, known: Known): boolean {
  if (isRecord(expected)) return matchesRule(expected, given, known);
  if (expected === null) return given === null;
  if (given === undefined || given === null) return false;
  if (Array.isArray(expected)) return Array.isArray(given) && isSameSet(expected, given, known);
  if (typeof expected === 'number') return Math.abs(Number(given) - expected) < 1e-6;
  if (typeof expected !== 'string') return expected === given;
  if (typeof given !== 'string' && typeof given !== 'number') return false;
  if (expected.startsWith('$')) return (known.references.get(expected) ?? []).includes(String(given));
  if (expected.startsWith('@')) return isInstant(momentOf(expected.slice(1), known), given, known);
  if (expected.startsWith('~')) return isClock(expected.slice(1), given, known);
  return plain(String(given)) === plain(expected);
}

function matchesRule(rule: Record<string, unknown>, given: unknown, known: Known): boolean {
  if (rule['free'] === true) return true;
  if (rule['absent'] === true) return given === undefined || given === null;
  if (Array.isArray(rule['any'])) return rule['any'].some((each) => matchesValue(each, given, known));
  if (typeof rule['has'] === 'string') return plain(JSON.stringify(given ?? '')).includes(plain(rule['has']));
  if (Array.isArray(rule['range'])) {
    const [least, greatest] = rule['range'] as unknown[];
    return Number(given) >= Number(least) && Number(given) <= Number(greatest);
  }
  if (Array.isArray(rule['set'])) {
    const parts = Array.isArray(given) ? given : typeof given === 'string' ? given.split(',') : [];
    return isSameSet(rule['set'], parts, known);
  }
  if (typeof rule['count'] === 'number') return Array.isArray(given) && given.length === rule['count'];
  return isRecord(given) && Object.entries(rule).every(([name, value]) => matchesValue(value, given[name], known));
}

function isSameSet(expected: readonly unknown[], given: readonly unknown[], known: Known): boolean {
  const left = [...given];
  const isEachThere = expected.every((value) => {
    const index = left.findIndex((candidate) => matchesValue(value, candidate, known));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
  return isEachThere && left.length === 0;
}

function isInstant(at: Date, given: unknown, known: Known): boolean {
  return Math.abs(timeOf(String(given), known).getTime() - at.getTime()) <= 60_000;
}

/** Without a zone it is a time by the clock of the site, as the tools take it. */
function timeOf(text: string, { timeZone }: Known): Date {
  const [, year, month, day, clock] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)$/.exec(text) ?? [];
  if (clock === undefined) return new Date(text);
  return instantOf({ year: Number(year), month: Number(month), day: Number(day) }, { clock, timeZone });
}

/** "18:00" of whichever day, or within "22:00-06:00". */
function isClock(expected: string, given: unknown, known: Known): boolean {
  const text = String(given);
  const at = timeOf(text, known);
  const clock = /^\d{1,2}:\d{2}$/.test(text)
    ? text.padStart(5, '0')
    : Number.isNaN(at.getTime())
      ? ''
      : clockOf(at, known.timeZone);
  const [first = '', last] = expected.split('-');
  if (last === undefined) return clock === first;
  return first < last ? clock >= first && clock < last : clock >= first || clock < last;
}

/** Without capitals and accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
