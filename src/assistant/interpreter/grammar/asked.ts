import type { Period } from '../intent.ts';
import type { Directory } from '../names/directory.ts';
import { addDays, dayIn } from '../spot/calendar.ts';
import { fold, numberIn } from '../spot/fold.ts';
import { hoursOf } from './day-parts.ts';
import type { EntityKind } from './entities.ts';
import type { Concept } from './lexicon.ts';
import { sidedPeriod } from './period-sides.ts';
import { type Item, type Reading, read } from './read.ts';

export type Moment = {
  now: Date;
  timeZone: string;
  /** What has a name here, where it was looked up. */
  known?: Directory;
};

/** A sentence with what it names at hand: the first of each kind, or all of them. What is negated is apart. */
export type Asked = Reading & {
  moment: Moment;
  today: string;
  /** It asks or wants to see, rather than orders. */
  isQuestion: boolean;
  has(concept: Concept): boolean;
  hasNot(concept: Concept): boolean;
  all(kind: EntityKind): (string | number)[];
  except(kind: EntityKind): string[];
  text_(kind: EntityKind): string | undefined;
  number(kind: EntityKind): number | undefined;
  /** The days, and the hours within one day where the clock is named too. */
  period: Period | undefined;
  periods: Period[];
  /** The times of the clock are part of `period`. */
  isClockUsed: boolean;
};

const question =
  /\?\s*$|^\s*(?:which|what|whats|who|why|when|where|how|is\b|are\b|does\b|did\b|do\b(?!n't| not)|has\b|have\b|was\b|were\b|can\b|show|list|tell|give|see|get|find|view|any|quais|qual|quem|quando|onde|por|como|quant|o que|que|tem|ha|existe|mostr|list|ver|veja|me |exib|consult|verific|diga|esta)/;

export function askedIn(said: string, moment: Moment): Asked {
  return askedOf(read(said, dayIn(moment.timeZone, moment.now), moment.known), moment);
}

/** The same sentence with some of its items alone. */
export function askedOf(reading: Reading, moment: Moment): Asked {
  const today = dayIn(moment.timeZone, moment.now);
  const { items } = reading;
  const of = (kind: EntityKind, isNegated: boolean) =>
    items.flatMap((item) => (item.entity?.kind === kind && item.isNegated === isNegated ? [item.entity] : []));
  const periods = of('period', false).flatMap(({ period, at, end }) => {
    const sided = period === undefined ? undefined : sidedPeriod(period, { text: reading.text, at, end }, today);
    return sided === undefined ? [] : [sided];
  });
  const clocked = withClock(items, periods, moment);
  const [first] = of('period', false);
  const [only] = periods;
  return {
    ...reading,
    moment,
    today,
    isQuestion: question.test(fold(reading.text)),
    has: (concept) => items.some((item) => item.concepts.has(concept) && !item.isNegated),
    hasNot: (concept) => items.some((item) => item.concepts.has(concept) && item.isNegated),
    all: (kind) => [...new Set(of(kind, false).map(({ value }) => value))],
    except: (kind) => of(kind, true).map(({ value }) => String(value)),
    text_: (kind) => of(kind, false).map(({ value }) => String(value))[0],
    number: (kind) => of(kind, false).flatMap(({ value }) => (typeof value === 'number' ? [value] : []))[0],
    period:
      clocked ??
      (first === undefined || only === undefined
        ? undefined
        : (lastHours(first.text, moment) ?? hoursOf(first.text, only))),
    periods,
    isClockUsed: clocked !== undefined,
  };
}

/** "the last 3 hours" are hours, and no days. */
function lastHours(said: string, { now, timeZone }: Moment): Period | undefined {
  const [, count = '1'] =
    /\b(?:last|past|previous|ultim[oa]s?) (?:(\w+) ?)?(?:hours?|horas?|h)\b/.exec(fold(said)) ?? [];
  const hours = numberIn(count);
  if (!/\b(?:\d+ ?h|hours?|horas?)\b/.test(fold(said)) || hours === undefined || hours > 48) return undefined;
  const from = localNow(new Date(now.getTime() - hours * 3_600_000), timeZone);
  return { from, to: addDays(dayIn(timeZone, now), 1) };
}

const since =
  /(?:after|since|from|starting|depois d[aeo]s?|desde|desde as|a partir d[aeo]s?|apos|apos as|from)\s*(?:the|as|a)?\s*$/;
const until = /(?:before|until|till|by|up to|antes d[aeo]s?|ate|ate as|ate a)\s*(?:the|as|a)?\s*$/;

/** Hours of one day: "between 22:00 and 6:00 yesterday". A time that is neither from nor until, or is meant for many days, stays unused. */
function withClock(items: readonly Item[], periods: readonly Period[], { now, timeZone }: Moment): Period | undefined {
  const clocks = items.flatMap(({ entity }, index) =>
    entity?.kind === 'clock' ? [{ time: String(entity.value), index }] : [],
  );
  const [one, other, ...more] = clocks;
  const [period, second] = periods;
  if (one === undefined || more.length > 0 || second !== undefined) return undefined;
  const today = dayIn(timeZone, now);
  const isOneDay = period === undefined || addDays(period.from, 1) === period.to;
  if (!isOneDay) return undefined;
  const before = wordsBefore(items, one.index);
  if (other !== undefined) {
    const isOver = other.time <= one.time;
    const day = period?.from ?? today;
    // Without a day it is the latest that has begun.
    const hasBegun = period !== undefined || `${day}T${one.time}` <= localNow(now, timeZone);
    const first = hasBegun ? day : addDays(day, -1);
    return { from: `${first}T${one.time}`, to: `${isOver ? addDays(first, 1) : first}T${other.time}` };
  }
  const day = period?.from ?? today;
  if (since.test(before)) return { from: `${day}T${one.time}`, to: addDays(day, 1) };
  return until.test(before) ? { from: day, to: `${day}T${one.time}` } : undefined;
}

function wordsBefore(items: readonly Item[], index: number): string {
  return fold(
    items
      .slice(Math.max(0, index - 3), index)
      .map(({ text }) => text)
      .join(' '),
  );
}

function localNow(now: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(now)
    .replace(' ', 'T');
}
