import type { Pool } from 'pg';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { feedOf } from '../../network/fed-lines.ts';
import type { GivenPower } from '../../planner/plan-problem.ts';
import type { CountedMeter } from '../meters/count-meter.ts';
import type { RecentPowers } from '../meters/recent-powers.ts';
import type { ChargingCar } from '../site-inputs.ts';
import { type MeteredCar, type RunningSession, readMetering } from './car-store.ts';

type Facts = {
  settings: StoredSiteEnergy;
  sessions: readonly RunningSession[];
  cars: readonly ChargingCar[];
  meters: readonly CountedMeter[];
  recent: RecentPowers;
  now: Date;
};

/** Of a wall box that tells nothing of its current. */
const usualA = 32;
/** More than this on one phase no wall box gives. */
const singlePhaseW = 7_400;
const messagesBack = 2;

/**
 * Sessions at stations that stand at the site and not in its tree: nobody steers them, and what they draw is missing all the same. A
 * meter of the whole connection sees them; where there is none, they count there, by their own meters.
 */
export async function unmanagedSessions(
  pool: Pool,
  { settings, sessions, cars, meters, recent, now }: Facts,
): Promise<{ given: GivenPower[]; warnings: Sentence[] }> {
  const steered = new Set(cars.map(({ sessionId }) => sessionId));
  const others = sessions.filter(({ id }) => !steered.has(id));
  if (others.length === 0) return { given: [], warnings: [] };
  const stationIds = new Set(others.map(({ stationId }) => stationId));
  const warnings = [...stationIds].map((stationId) => sentenceOf('energy-unmanaged-session', { stationId }));
  const root = settings.tree.nodes.find(({ parentId }) => parentId === null)?.id ?? '';
  const isSeen = meters.some(({ meter, isSilent }) => meter.kind === 'grid' && meter.nodeId === root && !isSilent);
  if (isSeen) return { given: [], warnings };
  const metering = await readMetering(pool, others, now, messagesBack);
  const { wattsPerA, voltageV } = feedOf(settings.tree, root);
  const sums = { limitW: 0, costW: 0 };
  for (const { id } of others) {
    const key = `session ${id}`;
    const told = metering.get(id);
    recent.note(key, now.getTime(), amperesOf(told, voltageV) * wattsPerA);
    const countsW = recent.highest(key, now.getTime());
    sums.limitW += countsW;
    sums.costW += told?.powerW ?? countsW;
  }
  const steps = (value: number) => [{ from: now.getTime(), value }];
  return { given: [{ nodeId: root, limitW: steps(sums.limitW), costW: steps(sums.costW) }], warnings };
}

/** On its busiest line; nobody said which one that is, so it counts on each of them. */
function amperesOf(told: MeteredCar | undefined, voltageV: number): number {
  if (told === undefined) return usualA;
  const { currentA, powerW, isDirectCurrent } = told;
  if (currentA !== null) return currentA;
  if (powerW === null) return usualA;
  const phases = isDirectCurrent || powerW > singlePhaseW ? 3 : (told.phases ?? 1);
  return powerW / (voltageV * phases);
}
