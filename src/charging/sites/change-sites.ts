import { defined } from '#base/present.ts';
import { inEnglish, type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { NewSite, Site, SiteChange } from '#contract/stations/site.ts';
import { type DerivedWrite, write } from '#ledger/ledger-types.ts';
import { whenOvertaken } from '#ledger/when-overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { changeEntry } from '../change-entry.ts';
import { problemOf } from '../problem.ts';
import { checkGroups } from './check-places.ts';
import type { BoundNeeds } from './open-sites.ts';
import {
  changedSites,
  newSites,
  readOtherCurrencies,
  readSites,
  readSiteUse,
  removedSites,
  type SiteEdit,
  type SiteUse,
} from './site-store.ts';

export async function addSite(needs: BoundNeeds, wanted: NewSite, actor: Actor): Promise<Site> {
  if ((await readSites(needs.pool, wanted.id)).length > 0)
    throw problemOf('CONFLICT', sentenceOf('site-known', { siteId: wanted.id }));
  await checkAdmitted(needs, wanted);
  const row = { ...wanted, createdAt: needs.clock.now().toISOString(), createdBy: actorName(actor) };
  await commit(needs, { kind: 'site-added', siteId: row.id, rules: row, actor, writes: [write(newSites, row)] }).catch(
    whenOvertaken(sentenceOf('site-known', { siteId: row.id })),
  );
  return { ...row, stationCount: 0 };
}

export async function changeSite(
  needs: BoundNeeds,
  { siteId, change, actor }: { siteId: string; change: SiteChange; actor: Actor },
): Promise<Site> {
  const before = await mustReadSite(needs, siteId);
  const edit: SiteEdit = defined(change);
  await checkAdmitted(needs, change);
  if (edit.currency !== undefined && edit.currency !== before.currency)
    await checkCurrency(needs, { siteId, currency: edit.currency });
  const writes = [write(changedSites, { id: siteId, ...edit })];
  await commit(needs, { kind: 'site-changed', siteId, rules: edit, actor, writes });
  return mustReadSite(needs, siteId);
}

export async function removeSite(needs: BoundNeeds, siteId: string, actor: Actor): Promise<Site> {
  const site = await mustReadSite(needs, siteId);
  const uses = sayUse(await readSiteUse(needs.pool, siteId));
  if (uses.length > 0)
    throw problemOf('CONFLICT', sentenceOf('site-used', { siteId, uses }), { uses: uses.map(inEnglish) });
  await commit(needs, {
    kind: 'site-removed',
    siteId,
    rules: site,
    actor,
    writes: [write(removedSites, { id: siteId })],
  });
  return site;
}

export async function mustReadSite({ pool }: Pick<BoundNeeds, 'pool'>, siteId: string): Promise<Site> {
  const [site] = await readSites(pool, siteId);
  if (site !== undefined) return site;
  throw problemOf('NOT_FOUND', sentenceOf('no-site', { siteId }));
}

function sayUse({ stations, devices, tariffs, groups, drivers, bills }: SiteUse): Sentence[] {
  return [
    ...(stations.length > 0 ? [sentenceOf('stations-stand-there', { stations })] : []),
    ...(devices.length > 0 ? [sentenceOf('devices-stand-there', { devices })] : []),
    ...(tariffs.length > 0 ? [sentenceOf('tariffs-hold-there', { tariffs })] : []),
    ...(groups.length > 0 ? [sentenceOf('groups-charge-there', { groups })] : []),
    ...(drivers > 0 ? [sentenceOf('drivers-charge-there', { drivers })] : []),
    ...(bills > 0 ? [sentenceOf('billed-there')] : []),
  ];
}

async function checkAdmitted({ pool }: BoundNeeds, { admits }: Pick<SiteChange, 'admits'>): Promise<void> {
  if (Array.isArray(admits)) await checkGroups(pool, admits);
}

async function checkCurrency(
  { pool }: BoundNeeds,
  { siteId, currency }: { siteId: string; currency: string },
): Promise<void> {
  const tariffs = await readOtherCurrencies(pool, { siteId, currency });
  if (tariffs.length === 0) return;
  throw problemOf('CONFLICT', sentenceOf('site-other-currency', { siteId, tariffs, currency }), {
    field: 'currency',
    tariffs,
  });
}

type Commit = {
  kind: 'site-added' | 'site-changed' | 'site-removed';
  siteId: string;
  rules: SiteEdit;
  actor: Actor;
  writes: DerivedWrite[];
};

async function commit(
  { ledger, clock, book }: BoundNeeds,
  { kind, siteId, rules, actor, writes }: Commit,
): Promise<void> {
  const { name, timeZone, currency, openingHours, isClosedOutside, admits, offlinePolicy } = rules;
  const body = { siteId, name, timeZone, currency, openingHours, isClosedOutside, admits, offlinePolicy };
  await ledger.commit(changeEntry({ kind, subject: siteId, at: clock.now(), actor, body, writes }));
  book.forgetAll();
}
