import type { GivenPower, Steps } from '../../planner/plan-problem.ts';
import type { CountedMeter } from './count-meter.ts';
import type { MeterHistory } from './load-history.ts';

export type GivenFacts = {
  counted: CountedMeter;
  history: MeterHistory;
  /** What counts now: of a grid meter its rest, of others their reading. */
  powerW: number;
  /** The highest (of sun: the lowest) that was seen in the last minutes. */
  cautiousW: number;
  now: number;
  until: number;
};

const hourMs = 3_600_000;
/** How far what is measured now says what comes: half of the difference is left an hour later. */
const fading = 0.5;

/**
 * Load and sun over time at the node of a meter: what is measured now, going over into what like days have shown. For limits the
 * cautious side counts; a meter that is silent, or has no history, is taken to stay as it counts.
 */
export function givenPower(facts: GivenFacts): GivenPower {
  const { counted, now } = facts;
  const isSun = counted.meter.kind === 'pv';
  const [limit, cost] = isSun ? sunSteps(facts) : loadSteps(facts);
  const sign = isSun ? -1 : 1;
  const signed = (steps: Steps) => steps.map(({ from, value }) => ({ from: Math.max(now, from), value: sign * value }));
  return { nodeId: counted.meter.nodeId, limitW: signed(limit), costW: signed(cost) };
}

type Both = [limit: Steps, cost: Steps];

function loadSteps({ counted, history, powerW, cautiousW, now, until }: GivenFacts): Both {
  const foreseen = history.foresee(now, until);
  const isGrid = counted.meter.kind === 'grid';
  // What a grid meter sees besides cars may come out below zero, since cars are read later than the meter is.
  const least = (value: number) => (isGrid ? Math.max(0, value) : value);
  if (foreseen === null || counted.isSilent) {
    const high = Math.max(least(cautiousW), counted.isSilent ? counted.countsW : 0);
    if (foreseen === null) return [constant(now, high), constant(now, powerW)];
    return [atLeast(foreseen.highW, high), foreseen.medianW];
  }
  const now0 = foreseen.medianW[0]?.value ?? powerW;
  const cost = blended(foreseen.medianW, powerW - now0, now);
  const limit = blended(foreseen.highW, 0, now).map(({ from, value }, index) => ({
    from,
    value: least(index === 0 ? Math.max(cautiousW, powerW) : Math.max(value, cost[index]?.value ?? value)),
  }));
  return [limit, cost];
}

function sunSteps({ counted, history, powerW, cautiousW, now, until }: GivenFacts): Both {
  const foreseen = history.foresee(now, until);
  const shining = Math.max(0, powerW);
  if (foreseen === null) {
    // Without a history nobody knows when the sun sets: it is reckoned with for an hour.
    const short = (value: number): Steps => [
      { from: now, value },
      { from: now + hourMs, value: 0 },
    ];
    return [short(Math.max(0, Math.min(cautiousW, shining))), short(shining)];
  }
  if (counted.isSilent) return [constant(now, Math.max(0, counted.meter.silentW ?? 0)), foreseen.medianW];
  const cost = blended(foreseen.medianW, shining - (foreseen.medianW[0]?.value ?? 0), now).map(positive);
  const limit = foreseen.lowW.map(({ from, value }, index) =>
    positive({ from, value: index === 0 ? Math.min(cautiousW, shining) : Math.min(value, cost[index]?.value ?? 0) }),
  );
  return [limit, cost];
}

function blended(steps: Steps, difference: number, now: number): { from: number; value: number }[] {
  return steps.map(({ from, value }) => {
    const hours = Math.max(0, (from - now) / hourMs);
    return { from, value: value + difference * fading ** hours };
  });
}

function atLeast(steps: Steps, least: number): Steps {
  return steps.map(({ from, value }) => ({ from, value: Math.max(least, value) }));
}

function constant(from: number, value: number): Steps {
  return [{ from, value }];
}

function positive({ from, value }: { from: number; value: number }): { from: number; value: number } {
  return { from, value: Math.max(0, value) };
}
