import type { MeterReading } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { problemOf } from '../../../problem.ts';
import type { BoundInputs } from '../input-needs.ts';
import { mustReadSettings } from '../settings/change-settings.ts';
import { maxPlausibleW } from './count-meter.ts';
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
  const { meters, tree } = await mustReadSettings(needs, siteId);
  const known = new Map(meters.map((meter) => [meter.id, meter]));
  const now = needs.clock.now();
  const taken = readings.map(({ meterId, powerW, lineA, storedPercent, at }): LatestReading => {
    const meter = known.get(meterId);
    if (meter === undefined)
      throw problemOf(
        'INVALID_INPUT',
        sentenceOf('energy-no-meter', { meterId, siteId, meters: [...known.keys()].slice(0, shownMeters) }),
        { field: 'meterId' },
      );
    if (at !== null && Date.parse(at) > now.getTime() + aheadMs)
      throw problemOf('INVALID_INPUT', sentenceOf('energy-reading-ahead', { meterId, at }), { field: 'at' });
    const implausible = implausibility({ meterId, powerW, plausibleW: maxPlausibleW(meter, tree) });
    if (implausible !== null) throw problemOf('INVALID_INPUT', implausible, { field: 'powerW' });
    return { meterId, powerW, lineA, storedPercent, readAt: at === null ? now : new Date(at) };
  });
  await takeReadings(needs, siteId, taken);
}

type Doubtful = { meterId: string; powerW: number; plausibleW: number | null };

/** A number that no meter can have read would stop all cars, and be the highest of the month: it is no reading. */
export function implausibility({ meterId, powerW, plausibleW }: Doubtful): Sentence | null {
  if (plausibleW === null || Math.abs(powerW) <= plausibleW) return null;
  const kilowatts = (watts: number) => Math.round(watts / 100) / 10;
  return sentenceOf('energy-reading-implausible', { meterId, kw: kilowatts(powerW), maxKw: kilowatts(plausibleW) });
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
