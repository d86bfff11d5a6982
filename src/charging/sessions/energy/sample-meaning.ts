import { type Oddity, shownReading } from '../fold/oddity.ts';
import { isTooFast } from './count-rises.ts';
import type { RegisterReading } from './register-readings.ts';

export type Whole = { begin: RegisterReading; end: RegisterReading; mwh: number };

export function wholeOf(readings: readonly RegisterReading[], hasEnded: boolean): Whole | undefined {
  const [begin, end] = [readings[0], readings.at(-1)];
  if (!hasEnded || begin?.mark !== 'begin' || end?.mark !== 'end' || end.mwh < begin.mwh) return undefined;
  return { begin, end, mwh: end.mwh - begin.mwh };
}

type Meaning = { mwh: number; oddities: Oddity[] };
/** kWh where Wh was said, and the other way round. */
const factors = [1000, 1 / 1000];

/** Readings that do not follow each other may still make sense: counted from the session's beginning, or in another unit. */
export function meaningOf(readings: readonly RegisterReading[], hasEnded: boolean): Meaning | undefined {
  const whole = wholeOf(readings, hasEnded);
  return whole === undefined ? runningMeaning(readings) : wholeMeaning(readings.slice(1, -1), whole);
}

function wholeMeaning(samples: readonly RegisterReading[], { begin, end, mwh }: Whole): Meaning | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const relative: Oddity = {
    flag: 'relative-samples',
    evidence: {
      begin: shownReading(begin),
      end: shownReading(end),
      firstSample: shownReading(first),
      lastSample: shownReading(last),
    },
  };
  const rises = (factor: number, least: number, most: number) => isRising(samples, { factor, least, most });
  // A coarser unit is rounded: up to one unit below where the session began.
  const unit = factors.find((factor) => rises(factor, begin.mwh - roundedBy(factor), end.mwh));
  if (unit !== undefined) return { mwh, oddities: [unitOf(unit, begin, last)] };
  return last.mwh > 0 && rises(1, 0, mwh) ? { mwh, oddities: [relative] } : undefined;
}

/** While it runs, another unit is only believed where it comes out close to where the session began. */
function runningMeaning(readings: readonly RegisterReading[]): Meaning | undefined {
  const [begin, first] = readings;
  const last = readings.at(-1);
  if (begin?.mark !== 'begin' || first === undefined || last === undefined) return undefined;
  const samples = readings.slice(1);
  for (const factor of factors) {
    const isClose = Math.abs(first.mwh * factor - begin.mwh) <= Math.max(begin.mwh / 100, roundedBy(factor));
    const least = begin.mwh - roundedBy(factor);
    if (begin.mwh < leastLifetimeMwh || !isClose || !isRising(samples, { factor, least, most: Infinity })) continue;
    const mwh = Math.max(0, Math.round(last.mwh * factor) - begin.mwh);
    const scaled = { ...last, mwh: begin.mwh + mwh };
    return isTooFast(begin, scaled) ? undefined : { mwh, oddities: [unitOf(factor, begin, last)] };
  }
  return undefined;
}

/** A register below this may just as well have been reset: 10 kWh. */
const leastLifetimeMwh = 10_000_000;
const kilowattHour = 1_000_000;

function roundedBy(factor: number): number {
  return factor > 1 ? kilowattHour : 0;
}

function isRising(
  samples: readonly RegisterReading[],
  { factor, least, most }: { factor: number; least: number; most: number },
): boolean {
  let before = least;
  for (const { mwh } of samples) {
    if (mwh * factor < before || mwh * factor > most) return false;
    before = mwh * factor;
  }
  return true;
}

function unitOf(factor: number, begin: RegisterReading, sample: RegisterReading): Oddity {
  return { flag: 'wrong-unit', evidence: { factor, begin: shownReading(begin), sample: shownReading(sample) } };
}
