import type { MeterReading } from '#contract/energy/site-energy.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { problemOf } from '../../../problem.ts';
import type { BoundInputs } from '../input-needs.ts';
import { mustReadSettings } from '../settings/change-settings.ts';
import { addToQuarters, type LatestReading, putLatest } from './meter-store.ts';

/** A clock of a meter may be a little ahead of ours. */
const aheadMs = 300_000;
const shownMeters = 10;

export type Intake = Pick<BoundInputs, 'pool' | 'changed'> & { lastTold: Map<string, number> };

/** Readings that somebody sends. One without a time is of now. */
export async function addReadings(
  needs: BoundInputs & Intake,
  { siteId, readings }: { siteId: string; readings: readonly MeterReading[] },
): Promise<void> {
  const { meters } = await mustReadSettings(needs, siteId);
  const known = new Set(meters.map(({ id }) => id));
  const now = needs.clock.now();
  const taken = readings.map(({ meterId, powerW, lineA, storedPercent, at }): LatestReading => {
    if (!known.has(meterId))
      throw problemOf(
        'INVALID_INPUT',
        sentenceOf('energy-no-meter', { meterId, siteId, meters: [...known].slice(0, shownMeters) }),
        { field: 'meterId' },
      );
    if (at !== null && Date.parse(at) > now.getTime() + aheadMs)
      throw problemOf('INVALID_INPUT', sentenceOf('energy-reading-ahead', { meterId, at }), { field: 'at' });
    return { meterId, powerW, lineA, storedPercent, readAt: at === null ? now : new Date(at) };
  });
  await takeReadings(needs, siteId, taken);
}

/** Keeps readings, and tells the planner where one differs enough to matter. */
export async function takeReadings(
  { pool, changed, lastTold }: Intake,
  siteId: string,
  readings: readonly LatestReading[],
): Promise<void> {
  if (readings.length === 0) return;
  await putLatest(pool, siteId, readings);
  await addToQuarters(
    pool,
    siteId,
    readings.map(({ meterId, readAt, powerW }) => ({ meterId, at: readAt, powerW })),
  );
  const differing = readings.filter(({ meterId, powerW }) => differs(lastTold.get(`${siteId}\n${meterId}`), powerW));
  for (const { meterId, powerW } of differing) lastTold.set(`${siteId}\n${meterId}`, powerW);
  if (differing.length > 0) changed(siteId);
}

/** A plan is not made anew for what a fuse does not feel. */
function differs(before: number | undefined, powerW: number): boolean {
  return before === undefined || Math.abs(powerW - before) > Math.max(500, Math.abs(before) * 0.05);
}
