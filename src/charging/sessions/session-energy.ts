import { countRises, isTooFast, type Leap } from './count-rises.ts';
import { type Oddity, shown, shownReading } from './oddity.ts';
import { oneRegister } from './one-register.ts';
import { inOrder, type OrderOptions, orderReadings } from './order-readings.ts';
import type { RegisterReading } from './register-readings.ts';
import { meaningOf, type Whole, wholeOf } from './sample-meaning.ts';

export type Energy = {
  first: RegisterReading | null;
  last: RegisterReading | null;
  mwh: number | null;
  /** What is odd about the readings: kept and shown, and never billed without a person having seen it. */
  oddities: Oddity[];
};

/**
 * The energy that the readings of a session mean, in whatever order they came. A session that has both its first and its last
 * register is their difference, as the meter itself says; what lies between only counts while it runs, or where the meter was reset.
 */
export function energyOf(given: readonly RegisterReading[], options: OrderOptions): Energy {
  const { hasEnded, isCounted = false } = options;
  const register = oneRegister(given);
  const told = orderReadings(register.readings, options);
  const zero = falseZero(told);
  const readings = zero === undefined ? told : told.slice(1);
  const [first, last] = [readings[0] ?? null, readings.at(-1) ?? null];
  const counted = countRises(readings);
  const meant = counted.falls.length + counted.leaps.length === 0 ? undefined : meaningOf(readings, hasEnded);
  const whole = wholeOf(readings, hasEnded);
  const isReset = meant === undefined && counted.falls.length > 0;
  const leaps = [
    ...(zero === undefined ? [] : [zero]),
    ...(meant === undefined ? counted.leaps : []),
    ...hiddenFalls(register.readings, options),
  ];
  // By a clock alone, what looks like a reset between the first and the last register may be a wrong order: nothing counts twice.
  const isWithin = !isCounted && whole !== undefined && readings.every((reading) => isBetween(reading, whole));
  const mwh = meant?.mwh ?? (whole === undefined || (isReset && !isWithin) ? counted.mwh : whole.mwh);
  if (whole !== undefined && !isReset && leaps.length === 0 && isTooFast(whole.begin, whole.end))
    leaps.push({ before: whole.begin, after: whole.end, isCounted: true });
  return {
    first: first && plain(first),
    last: last && plain(last),
    mwh,
    oddities: [
      ...(isReset ? [resetOf(counted.falls)] : []),
      ...(leaps.length > 0 ? [suspectOf(leaps)] : []),
      ...(meant?.oddities ?? []),
      ...register.oddities,
    ],
  };
}

/** Whether the reading follows the one before it as a meter should: later, higher, and no faster than can be. */
export function followsPlainly(before: RegisterReading, reading: RegisterReading): boolean {
  return (
    reading.location === before.location &&
    reading.at >= before.at &&
    reading.mwh >= before.mwh &&
    !isTooFast(before, reading)
  );
}

function plain({ at, mwh, location, mark }: RegisterReading): RegisterReading {
  return { at, mwh, location, mark };
}

function isBetween({ mwh }: RegisterReading, { begin, end }: Whole): boolean {
  return mwh >= begin.mwh && mwh <= end.mwh;
}

/** Readings in the order of a meter never fall. As they were received they may have: nobody can tell whether it was reset. */
function hiddenFalls(readings: readonly RegisterReading[], { hasEnded, order }: OrderOptions): Leap[] {
  if (order !== 'by-register') return [];
  const { falls } = countRises(inOrder(readings, hasEnded, 'by-time'));
  return falls.map((fall) => ({ ...fall, isCounted: false }));
}

/** Some stations begin with 0 when they could not read their meter; the next reading tells where it really stood. */
function falseZero([first, second, ...others]: readonly RegisterReading[]): Leap | undefined {
  if (first?.mwh !== 0 || first.hasNoTime || second === undefined || others.length === 0) return undefined;
  if (!isTooFast(first, second)) return undefined;
  return { before: first, after: second, isCounted: false };
}

function resetOf(falls: readonly { before: RegisterReading; after: RegisterReading }[]): Oddity {
  const pairs = falls.map(({ before, after }) => ({ before: shownReading(before), after: shownReading(after) }));
  return { flag: 'meter-reset', evidence: { falls: shown(pairs), count: falls.length } };
}

function suspectOf(leaps: readonly Leap[]): Oddity {
  const told = shown(leaps).map(({ before, after, isCounted }) => ({
    before: shownReading(before),
    after: shownReading(after),
    watts: wattsBetween(before, after),
    isCounted,
  }));
  return { flag: 'suspect', evidence: { leaps: told, count: leaps.length } };
}

function wattsBetween(before: RegisterReading, after: RegisterReading): number {
  const seconds = Math.max(1, (Date.parse(after.at) - Date.parse(before.at)) / 1000);
  return Math.round(((after.mwh - before.mwh) / 1000) * (3600 / seconds));
}
