import { countRises } from './count-rises.ts';
import { byTime, type RegisterReading } from './register-readings.ts';

/**
 * How readings come into their order. as-told: as their events did, where the station counts these. by-register: as a meter
 * counts, where nothing else is known.
 */
export type ReadingOrder = 'by-time' | 'as-told' | 'by-register';

export type OrderOptions = {
  hasEnded: boolean;
  order?: ReadingOrder;
  /** The readings are given in the order of their events, as the station counts them. */
  isCounted?: boolean;
};

/** By their times; where these make no sense, and the station counts its events, as it told them if that does. */
export function orderReadings(readings: readonly RegisterReading[], options: OrderOptions): readonly RegisterReading[] {
  const { hasEnded, order = 'by-time', isCounted = false } = options;
  const chosen = inOrder(readings, hasEnded, order);
  if (order !== 'by-time' || !isCounted || isPlain(chosen)) return chosen;
  const asTold = inOrder(readings, hasEnded, 'as-told');
  return isPlain(asTold) ? asTold : chosen;
}

function isPlain(readings: readonly RegisterReading[]): boolean {
  const { falls, leaps } = countRises(readings);
  return falls.length + leaps.length === 0;
}

/** Each once; the first and the last of the session stand where they belong, whatever the clock did meanwhile. */
export function inOrder(
  readings: readonly RegisterReading[],
  hasEnded: boolean,
  order: ReadingOrder,
): RegisterReading[] {
  const begin = readings.find(({ mark }) => mark === 'begin');
  const end = hasEnded ? readings.findLast(({ mark }) => mark === 'end') : undefined;
  const between = eachOnce(sorted(readings, order, begin), order).filter(
    (reading) => !isSame(reading, begin) && !isSame(reading, end),
  );
  return [begin, ...between, end].filter((reading) => reading !== undefined);
}

function sorted(
  readings: readonly RegisterReading[],
  order: ReadingOrder,
  begin: RegisterReading | undefined,
): readonly RegisterReading[] {
  if (order === 'as-told') return readings;
  if (order === 'by-time') return readings.toSorted(byTime);
  // What lies below the beginning was read after a reset.
  const isAfterReset = ({ mwh }: RegisterReading) => Number(begin !== undefined && mwh < begin.mwh);
  return readings.toSorted((a, b) => isAfterReset(a) - isAfterReset(b) || a.mwh - b.mwh || byTime(a, b));
}

/** The same reading told again, as an end does that repeats them all, is one reading. */
function eachOnce(readings: readonly RegisterReading[], order: ReadingOrder): readonly RegisterReading[] {
  if (order === 'by-time' && !readings.some(({ hasNoTime }) => hasNoTime))
    return readings.filter((reading, index) => !isSame(reading, readings[index - 1])); // long sessions: side by side they are cheap
  const told = new Set<string | number>();
  return readings.filter(({ at, mwh, hasNoTime }) => {
    const words = hasNoTime ? mwh : `${at} ${mwh}`;
    return !told.has(words) && told.add(words);
  });
}

function isSame({ at, mwh }: RegisterReading, other: RegisterReading | undefined): boolean {
  return at === other?.at && mwh === other.mwh;
}
