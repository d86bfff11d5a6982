import type { SiteEnergy, StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { changeEntry } from '../../../change-entry.ts';
import { problemOf } from '../../../problem.ts';
import type { BoundInputs } from '../input-needs.ts';
import { checkSettings } from './check-settings.ts';
import { energySettings, readSettings } from './settings-store.ts';

export async function mustReadSettings({ pool }: Pick<BoundInputs, 'pool'>, siteId: string): Promise<StoredSiteEnergy> {
  const known = await readSettings(pool, siteId);
  if (known === undefined || known.isRemoved) throw problemOf('NOT_FOUND', sentenceOf('no-site-energy', { siteId }));
  const { isRemoved: _isRemoved, ...settings } = known;
  return settings;
}

export async function setSettings(
  needs: BoundInputs,
  { siteId, settings, actor }: { siteId: string; settings: SiteEnergy; actor: Actor },
): Promise<StoredSiteEnergy> {
  const { stations } = await needs.sites.get(siteId);
  checkSettings({ siteId, settings, stationsThere: new Set(stations.map(({ stationId }) => stationId)) });
  const version = ((await readSettings(needs.pool, siteId))?.version ?? 0) + 1;
  const at = needs.clock.now();
  const row = { siteId, version, settings, changedAt: at, changedBy: actorName(actor), removedAt: null };
  await needs.ledger.commit(
    changeEntry({
      kind: 'site-energy-set',
      subject: siteId,
      at,
      actor,
      body: { siteId, version, settings },
      writes: [write(energySettings, row)],
    }),
  );
  needs.changed(siteId);
  return mustReadSettings(needs, siteId);
}

export async function removeSettings(needs: BoundInputs, siteId: string, actor: Actor): Promise<void> {
  const {
    siteId: _id,
    version: before,
    changedAt: _at,
    changedBy: _by,
    ...settings
  } = await mustReadSettings(needs, siteId);
  const at = needs.clock.now();
  const version = before + 1;
  const row = { siteId, version, settings, changedAt: at, changedBy: actorName(actor), removedAt: at };
  await needs.ledger.commit(
    changeEntry({
      kind: 'site-energy-removed',
      subject: siteId,
      at,
      actor,
      body: { siteId, version },
      writes: [write(energySettings, row)],
    }),
  );
  needs.changed(siteId);
}
