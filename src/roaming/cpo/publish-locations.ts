import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { SiteDetail } from '#contract/stations/site.ts';
import { transaction } from '#database/in-transaction.ts';
import type { Party } from '../model/party.ts';
import { putObject, readObject } from '../objects/object-store.ts';
import { enqueueAll } from '../outbox/outbox.ts';
import { minMerged } from '../outbox/send-due.ts';
import { hasRole, isConnected, isGranted, type Partner, whoSeesUs } from '../partners/partner.ts';
import { capabilitiesOf } from './capabilities.ts';
import {
  describeLocation,
  type EvseUids,
  evseKey,
  missingOf,
  type Plug,
  type PublishedObject,
} from './describe-location.ts';
import { stampChanges } from './stamp-changes.ts';

export type LocationNeeds = {
  pool: Pool;
  clock: Clock;
  charging: Pick<Charging, 'sites' | 'stationsNamed'> & Parameters<typeof capabilitiesOf>[0]['charging'];
  us: Party;
  operator: string;
  listPartners(): Promise<Partner[]>;
  wake(): void;
};

export type PublishedSite = { siteId: string; plugs: Plug[]; setAt: Date; setBy: string };

export async function readPublishedSites(pool: Pool): Promise<PublishedSite[]> {
  const { rows } = await pool.query<PublishedSite>(
    'select site_id as "siteId", plugs, set_at as "setAt", set_by as "setBy" from roaming_site order by site_id',
  );
  return rows;
}

/** Brings what partners know of a site to what is so now. What is no longer published is not deleted there: its EVSEs are REMOVED. */
export async function publishSite(needs: LocationNeeds, siteId: string): Promise<{ missing: string[] }> {
  const { pool, clock, us } = needs;
  const [site, published] = await Promise.all([
    siteNow(needs, siteId),
    readPublishedSites(pool).then((sites) => sites.find((each) => each.siteId === siteId)),
  ]);
  const plugs = published?.plugs ?? [];
  const missing = site === undefined || published === undefined ? ['site'] : missingOf(site, plugs);
  const key = { partnerId: null, module: 'locations', party: us, objectId: siteId };
  const before = await readObject(pool, 'ours', key);
  const described =
    site === undefined || missing.length > 0 ? withdrawn(before?.body) : await describe(needs, site, plugs);
  if (described === undefined) return { missing };
  const at = clock.now();
  const body = stampChanges(before?.body, described, at.toISOString());
  if (before !== undefined && body.lastUpdated === before.body['lastUpdated']) return { missing };
  const partners = (await needs.listPartners()).filter(
    (partner) => isConnected(partner) && hasRole(partner, ...whoSeesUs) && isGranted(partner, siteId),
  );
  await transaction(pool, async (client) => {
    await putObject(client, 'ours', { ...key, body, lastUpdated: at, at });
    const evses = before && changedEvses(before.body, body);
    const parts = evses === undefined || evses.length >= minMerged ? [asWhole(body)] : evses;
    await enqueueAll(
      client,
      partners.flatMap((partner) => parts.map((part) => locationPush(needs, partner, siteId, part))),
      at,
    );
  });
  needs.wake();
  return { missing };
}

/** The prices that hold for one partner's drivers stand at the connectors. */
export function forPartner(object: PublishedObject, { tariffId }: Pick<Partner, 'tariffId'>): PublishedObject {
  if (tariffId === null) return object;
  const withTariff = (connectors: unknown) =>
    (connectors as PublishedObject[]).map((connector) => ({ ...connector, tariffIds: [tariffId] }));
  if (Array.isArray(object['evses']))
    return { ...object, evses: (object['evses'] as PublishedObject[]).map((evse) => forPartner(evse, { tariffId })) };
  return Array.isArray(object['connectors']) ? { ...object, connectors: withTariff(object['connectors']) } : object;
}

export function locationPush(
  needs: Pick<LocationNeeds, 'us'>,
  partner: Pick<Partner, 'id' | 'tariffId'>,
  siteId: string,
  { path, object }: { path: readonly string[]; object: PublishedObject },
) {
  const request = locationRequest(needs, siteId, { path, body: forPartner(object, partner) });
  return { partnerId: partner.id, key: [siteId, ...path].join('/'), request };
}

/** `body`: as the partner is to see it. */
export function locationRequest(
  { us }: Pick<LocationNeeds, 'us'>,
  siteId: string,
  { path, body }: { path: readonly string[]; body: PublishedObject },
) {
  return {
    module: 'locations' as const,
    role: 'RECEIVER' as const,
    method: 'PUT' as const,
    path: [us.countryCode, us.partyId, siteId, ...path],
    body,
  };
}

type Told = { pool: Pool; clock: Clock; us: Party };

/** For a partner that sees it again: what it was told when it was taken away must not be newer. The location as it stands then. */
export async function liftLocation({ pool, clock, us }: Told, siteId: string): Promise<PublishedObject | undefined> {
  const key = { partnerId: null, module: 'locations', party: us, objectId: siteId };
  const object = await readObject(pool, 'ours', key);
  if (object === undefined) return undefined;
  const at = clock.now();
  const lastUpdated = at.toISOString();
  const evses = ((object.body['evses'] ?? []) as PublishedObject[]).map((evse) => ({ ...evse, lastUpdated }));
  const body = { ...object.body, evses, lastUpdated };
  await putObject(pool, 'ours', { ...key, body, lastUpdated: at, at });
  return body;
}

/** All of a location: it is written when it is sent, as it is by then. */
function asWhole({ lastUpdated }: PublishedObject): { path: string[]; object: PublishedObject } {
  return { path: [], object: { lastUpdated } };
}

/** Only EVSEs changed: they go alone. Anything else: the whole location. */
function changedEvses(
  before: PublishedObject,
  now: PublishedObject,
): { path: string[]; object: PublishedObject }[] | undefined {
  const plain = ({ evses: _evses, lastUpdated: _at, ...rest }: PublishedObject) =>
    JSON.stringify(rest, sortedKeys(rest));
  if (plain(before) !== plain(now)) return undefined;
  const known = new Map((before['evses'] as PublishedObject[]).map((evse) => [evse['uid'], evse['lastUpdated']]));
  return (now['evses'] as PublishedObject[])
    .filter(({ uid, lastUpdated }) => known.get(uid) !== lastUpdated)
    .map((object) => ({ path: [String(object['uid'])], object }));
}

function sortedKeys(object: object): string[] {
  const keys = new Set<string>();
  JSON.stringify(object, (key, value: unknown) => {
    keys.add(key);
    return value;
  });
  return [...keys].toSorted();
}

function withdrawn(body: PublishedObject | undefined): PublishedObject | undefined {
  if (body === undefined) return undefined;
  const { lastUpdated: _at, ...rest } = body;
  return { ...rest, publish: false, evses: [] };
}

/** undefined: there is no such site any more. */
async function siteNow({ charging }: LocationNeeds, siteId: string): Promise<SiteDetail | undefined> {
  return charging.sites.get(siteId).catch((error: unknown) => {
    if (error instanceof SigecError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
}

async function describe({ pool, charging, us, operator }: LocationNeeds, site: SiteDetail, plugs: readonly Plug[]) {
  const stations = await charging.stationsNamed(site.stations.map(({ stationId }) => stationId));
  const places = stations.flatMap(({ id, connectors }) =>
    [...new Set(connectors.map(({ evseId }) => evseId))]
      .filter((evseId) => evseId > 0)
      .map((evseId) => ({ id, evseId })),
  );
  const uids = await evseUids(pool, places);
  const stationIds = stations.map(({ id }) => id);
  const capabilities = await capabilitiesOf({ pool, charging }, { siteId: site.id, stationIds });
  return describeLocation({ site, stations, plugs, uids, capabilities, party: us, operator });
}

/** An EVSE keeps its uid for ever, whatever hardware stands behind it. */
async function evseUids(pool: Pool, places: readonly { id: string; evseId: number }[]): Promise<EvseUids> {
  const known = await readUids(pool, places);
  const unknown = places.filter(({ id, evseId }) => !known.has(evseKey(id, evseId)));
  if (unknown.length === 0) return known;
  await pool.query(
    `insert into roaming_evse (station_id, evse_id, uid) select * from unnest($1::text[], $2::integer[], $3::uuid[]) on conflict do nothing`,
    [unknown.map(({ id }) => id), unknown.map(({ evseId }) => evseId), unknown.map(() => randomUUID())],
  );
  return readUids(pool, places);
}

async function readUids(pool: Pool, places: readonly { id: string }[]): Promise<EvseUids> {
  const { rows } = await pool.query<{ stationId: string; evseId: number; uid: string }>(
    `select station_id as "stationId", evse_id as "evseId", uid from roaming_evse where station_id = any($1)`,
    [places.map(({ id }) => id)],
  );
  return new Map(rows.map(({ stationId, evseId, uid }) => [evseKey(stationId, evseId), uid]));
}

export async function evseOfUid(pool: Pool, uid: string): Promise<{ stationId: string; evseId: number } | undefined> {
  const { rows } = await pool.query<{ stationId: string; evseId: number }>(
    'select station_id as "stationId", evse_id as "evseId" from roaming_evse where uid::text = lower($1)',
    [uid],
  );
  return rows[0];
}

export async function uidOfEvse(pool: Pool, place: { stationId: string; evseId: number }): Promise<string | undefined> {
  const { rows } = await pool.query<{ uid: string }>(
    'select uid from roaming_evse where station_id = $1 and evse_id = $2',
    [place.stationId, place.evseId],
  );
  return rows[0]?.uid;
}
