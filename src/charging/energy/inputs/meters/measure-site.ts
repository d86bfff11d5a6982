import type { Pool } from 'pg';
import type { EnergyStatus } from '#contract/energy/energy-plan.ts';
import type { SiteBatterySettings, SiteMeter, StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { type CountedMeter, countMeter, limitOf } from './count-meter.ts';
import type { LoadHistory } from './load-history.ts';
import { readLatest } from './meter-store.ts';

export type MeasuringNeeds = { pool: Pool; loads: LoadHistory; errors: ReadonlyMap<string, Sentence> };

/** What every meter of a site counts for at a moment. */
export async function measureSite(
  { pool, loads }: MeasuringNeeds,
  { settings, timeZone, now }: { settings: StoredSiteEnergy; timeZone: string; now: number },
): Promise<CountedMeter[]> {
  const { siteId, meters, tree } = settings;
  const latest = await readLatest(pool, siteId);
  return Promise.all(
    meters.map(async (meter) => {
      const facts = {
        meter: withMost(meter, settings.battery),
        limitW: limitOf(tree, meter.nodeId),
        latest: latest.get(meter.id) ?? null,
        now,
      };
      const counted = countMeter({ ...facts, highestLikeW: null });
      // Like days are asked for only where they count.
      const isForeseen = counted.isSilent || meter.source.kind === 'forecast';
      if (!isForeseen || meter.silentW !== null) return counted;
      const history = await loads.of({ siteId, meterId: meter.id, timeZone });
      return countMeter({ ...facts, highestLikeW: history.highestLikeNow(now) });
    }),
  );
}

/** What the site's own battery can take is known, though its meter does not say so. */
function withMost(meter: SiteMeter, battery: SiteBatterySettings | null): SiteMeter {
  if (meter.maxW !== null || battery === null || battery.meterId !== meter.id) return meter;
  return { ...meter, maxW: battery.maxChargeW };
}

export function meterStates(
  siteId: string,
  meters: readonly CountedMeter[],
  errors: ReadonlyMap<string, Sentence>,
): EnergyStatus['meters'] {
  return meters.map(({ meter, latest, isSilent, countsW }) => ({
    meterId: meter.id,
    name: meter.name,
    nodeId: meter.nodeId,
    kind: meter.kind,
    powerW: latest?.powerW ?? null,
    readAt: latest?.readAt.toISOString() ?? null,
    isSilent,
    countsW,
    error: errors.get(`${siteId}\n${meter.id}`) ?? null,
  }));
}

export function meterWarnings(meters: readonly CountedMeter[]): Sentence[] {
  return meters.flatMap(({ meter, latest, isSilent, countsW }) => {
    if (!isSilent) return [];
    const told = { meter: meter.name ?? meter.id, countsKw: Math.round(countsW / 100) / 10 };
    return latest === null
      ? [sentenceOf('meter-never-read', told)]
      : [sentenceOf('meter-silent', { ...told, readAt: latest.readAt.toISOString() })];
  });
}
