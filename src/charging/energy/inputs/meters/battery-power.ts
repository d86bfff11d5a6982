import type { GivenPower, Steps } from '../../planner/plan-problem.ts';
import type { CountedMeter } from './count-meter.ts';

type Facts = {
  counted: CountedMeter;
  /** The highest of the last minutes: what it gives is room only while it was seen to give it. */
  cautiousW: number;
  /** The plan itself says what this battery does from the next slot on. */
  isPlanned: boolean;
  now: number;
};

const quarterMs = 900_000;

/**
 * What flows into a battery is load wherever it is measured; what comes out of it is room, as sun is, but not for longer than until
 * its meter tells again. One that others steer is taken to go on charging.
 */
export function batteryPower({ counted, cautiousW, isPlanned, now }: Facts): GivenPower {
  const { meter, countsW } = counted;
  const soon = now + quarterMs;
  const short = (nowW: number, laterW: number): Steps => [
    { from: now, value: nowW },
    { from: soon, value: laterW },
  ];
  const limitW = short(cautiousW, isPlanned ? 0 : Math.max(0, cautiousW));
  return { nodeId: meter.nodeId, limitW, costW: isPlanned ? [{ from: now, value: 0 }] : short(countsW, 0) };
}
