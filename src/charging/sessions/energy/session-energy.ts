import { type Oddity, shown, shownReading } from '../fold/oddity.ts';
import { countRises, isTooFast, type Leap, risesUntil } from './count-rises.ts';
import { inOrder, type OrderOptions, orderReadings } from './order-readings.ts';
import { addPhases, outlet, placeOf, type RegisterReading } from './register-readings.ts';
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
  const { register, readings, zero, counted, meant, whole, isReset, mwh } = measure(given, options);
  const [first, last] = [readings[0] ?? null, readings.at(-1) ?? null];
  const leaps = [
    ...(zero === undefined ? [] : [zero]),
    ...(meant === undefined ? counted.leaps : []),
    ...hiddenFalls(register.readings, options),
  ];
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

function measure(given: readonly RegisterReading[], options: OrderOptions) {
  const { hasEnded, isCounted = false } = options;
  const register = oneRegister(given);
  const told = orderReadings(register.readings, options);
  const zero = falseZero(told);
  const readings = zero === undefined ? told : told.slice(1);
  const counted = countRises(readings);
  const meant = counted.falls.length + counted.leaps.length === 0 ? undefined : meaningOf(readings, hasEnded);
  const whole = wholeOf(readings, hasEnded);
  const isReset = meant === undefined && counted.falls.length > 0;
  // By a clock alone, what looks like a reset between the first and the last register may be a wrong order: nothing counts twice.
  const isWithin = !isCounted && whole !== undefined && readings.every((reading) => isBetween(reading, whole));
  const byWhole = meant === undefined && !(isReset && !isWithin) ? whole : undefined;
  const mwh = meant?.mwh ?? byWhole?.mwh ?? counted.mwh;
  return { register, readings, zero, counted, meant, whole, byWhole, isReset, mwh };
}

/** What had flown at each reading, in their order, never falling. It ends with the very energy that `energyOf` says. */
export function energySeries(given: readonly RegisterReading[], options: OrderOptions): { at: string; mwh: number }[] {
  const { readings, meant, byWhole, mwh } = measure(given, options);
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || mwh === null) return [];
  // Readings in another unit or from another beginning tell how much at the end, and not reliably how much when.
  if (meant !== undefined) return neverFalling([first.at, last.at], [0, mwh]);
  const times = readings.map(({ at }) => at);
  const sums =
    byWhole === undefined ? risesUntil(readings) : readings.map((reading) => reading.mwh - byWhole.begin.mwh);
  return neverFalling(times, [...sums.slice(0, -1), mwh]);
}

/** A reading above what follows was a false one. */
function neverFalling(times: readonly string[], sums: readonly number[]): { at: string; mwh: number }[] {
  let most = sums.at(-1) ?? 0;
  const backwards = sums.toReversed().map((sum) => {
    most = Math.max(0, Math.min(most, sum));
    return most;
  });
  return times.map((at, index) => ({ at, mwh: backwards[times.length - 1 - index] ?? 0 }));
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

/**
 * The readings of the one register that counts, where a station reports several. The driver pays for what left the outlet. Where
 * a meter tells each phase for itself, perhaps in messages of their own, the phases of a moment belong together.
 */
function oneRegister(given: readonly RegisterReading[]): {
  readings: readonly RegisterReading[];
  oddities: Oddity[];
} {
  const [first] = given;
  if (first === undefined || given.every(({ location }) => location === first.location))
    return { readings: given, oddities: [] };
  const placed = given.map((reading) => ({ reading, ...placeOf(reading.location) }));
  const place = placed.some((one) => one.place === outlet) ? outlet : placed[0]?.place;
  const here = placed.filter((one) => one.place === place);
  const totals = here.filter(({ phase }) => phase === null).map(({ reading }) => reading);
  const phases = Map.groupBy(
    here.filter(({ phase }) => phase !== null),
    ({ phase }) => phase,
  );
  if (phases.size === 0) return { readings: totals, oddities: [] };
  const single = [...phases.values()].flat().map(({ reading }) => reading);
  if (phases.size === 1) {
    const hasTotals = totals.some(({ mark }) => mark === null);
    return { readings: hasTotals ? totals : [...totals, ...single], oddities: [] };
  }
  const moments = [...Map.groupBy(single, ({ at }) => at).values()].map((together) => [
    ...new Map(together.map((reading) => [reading.location, reading])).values(),
  ]);
  const whole = moments.filter((together) => together.length === phases.size);
  return { readings: [...totals, ...whole.map(addPhases)], oddities: [splitOf(moments)] };
}

function splitOf(moments: readonly (readonly RegisterReading[])[]): Oddity {
  const told = shown(moments).map((together) => ({
    at: together[0]?.at ?? '',
    phases: together.map(({ location }) => placeOf(location).phase ?? '').toSorted(),
  }));
  return { flag: 'split-samples', evidence: { moments: told, count: moments.length } };
}
