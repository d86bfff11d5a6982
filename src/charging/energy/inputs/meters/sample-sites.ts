import { every } from '#base/every.ts';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { readMetering, readRunningAt } from '../cars/car-store.ts';
import type { ReadingNeeds } from '../read-site.ts';
import { readAllSettings } from '../settings/settings-store.ts';
import type { CountedMeter } from './count-meter.ts';
import { measureSite } from './measure-site.ts';
import { addToQuarters, forgetOldQuarters, importKey, type Measured, restKey } from './meter-store.ts';
import { type NodePower, restOfGridMeters } from './unmanaged-power.ts';

const sampleMs = 30_000;
const forgetMs = 6 * 3_600_000;
const lastMessages = 2;

/** Looks at every site twice a minute: what it draws, what its grid meters see besides cars, and which meters fell silent. */
export function sampleSites(needs: ReadingNeeds) {
  const { pool, clock, log } = needs;
  const silent = new Set<string>();
  const sampling = every({
    task: 'look what sites draw',
    everyMs: sampleMs,
    log,
    only: needs.isKeeper,
    async run() {
      for (const settings of await readAllSettings(pool))
        if (settings.mode !== 'off') await sampleSite(needs, settings, silent);
    },
  });
  const forgetting = every({
    task: 'forget old readings of meters',
    everyMs: forgetMs,
    log,
    only: needs.isKeeper,
    run: () => forgetOldQuarters(pool, clock.now()),
  });
  return {
    now: () => sampling.now(),
    async close() {
      await Promise.all([sampling.close(), forgetting.close()]);
    },
  };
}

async function sampleSite(needs: ReadingNeeds, settings: StoredSiteEnergy, silent: Set<string>): Promise<void> {
  const { pool, clock, sites, recent, changed } = needs;
  const { siteId, tree } = settings;
  const at = clock.now();
  const { timeZone = 'UTC' } = (await sites.clockAt(siteId)) ?? {};
  const meters = await measureSite(needs, { settings, timeZone, now: at.getTime() });
  const cars = await carPowers(needs, settings, at);
  const rests = restOfGridMeters(tree, meters, cars);
  for (const { meter, countsW } of meters)
    recent.note(`${siteId}\n${meter.id}`, at.getTime(), rests.get(meter.id) ?? countsW);
  const measured: Measured[] = [{ meterId: importKey, at, powerW: importOf(settings, meters, cars) }];
  // What is reckoned with while a meter is silent was not seen, so it teaches nothing.
  const speaking = meters.filter(({ isSilent, meter }) => !isSilent && meter.kind === 'grid');
  for (const { meter } of speaking) measured.push({ meterId: restKey(meter.id), at, powerW: rests.get(meter.id) ?? 0 });
  await addToQuarters(pool, siteId, measured);
  if (hasTurned(siteId, meters, silent)) changed(siteId);
}

async function carPowers({ pool }: ReadingNeeds, { siteId, tree }: StoredSiteEnergy, now: Date): Promise<NodePower[]> {
  const sessions = await readRunningAt(pool, siteId);
  const metering = await readMetering(pool, sessions, now, lastMessages);
  const nodes = new Map<string, string>(
    tree.nodes.flatMap(({ id, evse }) => (evse === null ? [] : [[`${evse.stationId}\n${evse.evseId}`, id] as const])),
  );
  return sessions.flatMap(({ id, stationId, evseId }) => {
    const nodeId = nodes.get(`${stationId}\n${evseId}`);
    const powerW = metering.get(id)?.powerW ?? null;
    return nodeId === undefined || powerW === null ? [] : [{ nodeId, powerW }];
  });
}

/** What a meter at the connection to the grid reads; without one, what is known of the parts. */
function importOf({ tree }: StoredSiteEnergy, meters: readonly CountedMeter[], cars: readonly NodePower[]): number {
  const root = tree.nodes.find(({ parentId }) => parentId === null)?.id;
  const whole = meters.find(({ meter, isSilent }) => meter.kind === 'grid' && meter.nodeId === root && !isSilent);
  if (whole !== undefined) return whole.countsW;
  const parts = meters.filter(({ meter }) => meter.kind !== 'grid');
  const given = parts.reduce((sum, { meter, countsW }) => sum + (meter.kind === 'pv' ? -countsW : countsW), 0);
  return given + cars.reduce((sum, { powerW }) => sum + powerW, 0);
}

/** Whether a meter fell silent or spoke again since the last look. */
function hasTurned(siteId: string, meters: readonly CountedMeter[], silent: Set<string>): boolean {
  let turned = false;
  for (const { meter, isSilent } of meters) {
    const key = `${siteId}\n${meter.id}`;
    if (isSilent === silent.has(key)) continue;
    turned = true;
    if (isSilent) silent.add(key);
    else silent.delete(key);
  }
  return turned;
}
