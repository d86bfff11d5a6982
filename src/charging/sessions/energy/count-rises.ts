import type { RegisterReading } from './register-readings.ts';

/** Two readings that cannot both be right: more rose than any charger gives, or one lies below the other. */
export type Leap = { before: RegisterReading; after: RegisterReading; isCounted: boolean };
export type Fall = { before: RegisterReading; after: RegisterReading };
export type Rises = { mwh: number | null; falls: Fall[]; leaps: Leap[] };

/** More than any charger gives: what rises faster than this did not flow. */
const maxWatts = 1_000_000;
/** Clocks are coarse and some tell the same second twice, so a rise has at least this long. */
const leastSeconds = 60;
const maxAtOnceMwh = (maxWatts * 1000 * leastSeconds) / 3600;

/** Readings are rounded, some to the watt-hour and some not: one may lie this much below the one before. */
const roundingMwh = 1_000;
/** What lies no more than this below the reading before was read late or rounded to kWh; a meter that was reset begins anew. */
const maxLateMwh = 1_000_000;

/**
 * What the register rose by, over readings in their order. Each fall begins a new epoch: the meter was reset or replaced. A fall
 * that is undone by an impossible leap was a false reading, and so is one that is too small for a reset.
 */
export function countRises(readings: readonly RegisterReading[], onReading?: (mwh: number) => void): Rises {
  const [first, ...rest] = readings;
  if (first === undefined) return { mwh: null, falls: [], leaps: [] };
  let [last, epoch, mwh] = [first, first, 0];
  let falls: Fall[] = [];
  let beforeFalls: { reading: RegisterReading; mwh: number } | undefined;
  const leaps: Leap[] = [];
  onReading?.(mwh);
  for (const reading of rest) {
    const rise = reading.mwh - last.mwh;
    if (rise < -roundingMwh || reading.mwh < epoch.mwh) {
      if (reading.mwh > epoch.mwh && -rise <= maxLateMwh) {
        leaps.push({ before: last, after: reading, isCounted: false });
        onReading?.(mwh);
        continue;
      }
      beforeFalls ??= { reading: last, mwh };
      falls.push({ before: last, after: reading });
      epoch = reading;
    } else if (!isTooFast(last, reading)) {
      mwh += rise;
    } else if (beforeFalls !== undefined && reading.mwh >= beforeFalls.reading.mwh) {
      leaps.push({ before: last, after: reading, isCounted: false });
      mwh = beforeFalls.mwh + reading.mwh - beforeFalls.reading.mwh;
      [beforeFalls, falls, epoch] = [undefined, [], first];
    } else {
      leaps.push({ before: last, after: reading, isCounted: true });
      mwh += rise;
    }
    last = reading;
    onReading?.(mwh);
  }
  return { mwh, falls, leaps };
}

/** What it had risen by at each of the readings. */
export function risesUntil(readings: readonly RegisterReading[]): number[] {
  const sums: number[] = [];
  countRises(readings, (mwh) => sums.push(mwh));
  return sums;
}

/** Asked of every reading, so times are only looked at where it matters. */
export function isTooFast(from: RegisterReading, to: RegisterReading): boolean {
  const riseMwh = to.mwh - from.mwh;
  // Over a clock that was set back nobody knows how long it took.
  if (riseMwh <= maxAtOnceMwh || to.at < from.at) return false;
  const seconds = (Date.parse(to.at) - Date.parse(from.at)) / 1000;
  return riseMwh > (maxWatts * 1000 * Math.max(leastSeconds, seconds)) / 3600;
}
