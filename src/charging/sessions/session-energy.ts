import { byTime, type RegisterReading } from './register-readings.ts';

export type Energy = {
  first: RegisterReading | null;
  last: RegisterReading | null;
  mwh: number | null;
  /** The register fell for good: the meter was reset or replaced. */
  hasReset: boolean;
  /** A reading that cannot be: kept and shown, and never billed without a person having seen it. */
  isSuspect: boolean;
};

/** More than any charger gives: what rises faster than this did not flow. */
const mostWatts = 1_000_000;
/** Clocks are coarse and some tell the same second twice, so a rise has at least this long. */
const leastSeconds = 60;

/**
 * The energy that the readings of a session mean, in whatever order they came. A session that has both its first and its last
 * register is their difference, as the meter itself says; what lies between only counts while it runs, or where the meter was reset.
 */
export function energyOf(given: readonly RegisterReading[], { hasEnded }: { hasEnded: boolean }): Energy {
  const readings = inOrder(ofOnePlace(given), hasEnded);
  const first = readings[0] ?? null;
  const last = readings.at(-1) ?? null;
  const counted = count(readings);
  const isWhole = hasEnded && first?.mark === 'begin' && last?.mark === 'end' && last.mwh >= first.mwh;
  if (!isWhole) return { first, last, ...counted };
  const mwh = last.mwh - first.mwh;
  const isSuspect = counted.isSuspect || isTooFast(first, last);
  return { first, last, mwh, hasReset: counted.hasReset && counted.mwh !== mwh, isSuspect };
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

/** A station may report several registers, at its inlet and its outlet: the driver pays for what left the outlet. */
function ofOnePlace(readings: readonly RegisterReading[]): RegisterReading[] {
  const place = readings.some(({ location }) => location === 'Outlet') ? 'Outlet' : readings[0]?.location;
  return readings.filter(({ location }) => location === place);
}

/** By their times, each once; the first and the last of the session stand where they belong, whatever the clock did meanwhile. */
function inOrder(readings: readonly RegisterReading[], hasEnded: boolean): RegisterReading[] {
  const begin = readings.find(({ mark }) => mark === 'begin');
  const end = hasEnded ? readings.findLast(({ mark }) => mark === 'end') : undefined;
  const told = new Set([begin, end].flatMap((reading) => (reading === undefined ? [] : [factOf(reading)])));
  const between = readings.filter((reading) => {
    const isNew = !told.has(factOf(reading));
    told.add(factOf(reading));
    return isNew;
  });
  return [begin, ...between.toSorted(byTime), end].filter((reading) => reading !== undefined);
}

/** The same reading told again, as an end does that repeats them all, is one reading. */
function factOf({ at, mwh }: RegisterReading): string {
  return `${at} ${mwh}`;
}

/** Each fall of the register begins a new epoch; one that is undone by an impossible leap was a false reading. */
function count(readings: readonly RegisterReading[]): Pick<Energy, 'mwh' | 'hasReset' | 'isSuspect'> {
  const [first, ...rest] = readings;
  if (first === undefined) return { mwh: null, hasReset: false, isSuspect: false };
  let last = first;
  let mwh = 0;
  let fall: { from: RegisterReading; mwh: number } | undefined;
  let isSuspect = false;
  for (const reading of rest) {
    const isLeap = reading.mwh >= last.mwh && isTooFast(last, reading);
    if (reading.mwh < last.mwh) {
      fall ??= { from: last, mwh };
    } else if (isLeap && fall !== undefined && reading.mwh >= fall.from.mwh) {
      mwh = fall.mwh + reading.mwh - fall.from.mwh;
      fall = undefined;
      isSuspect = true;
    } else {
      mwh += reading.mwh - last.mwh;
      isSuspect ||= isLeap;
    }
    last = reading;
  }
  return { mwh, hasReset: fall !== undefined, isSuspect };
}

function isTooFast(from: RegisterReading, to: RegisterReading): boolean {
  const seconds = Math.max(leastSeconds, (Date.parse(to.at) - Date.parse(from.at)) / 1000);
  return (to.mwh - from.mwh) / 1000 > (mostWatts * seconds) / 3600;
}
