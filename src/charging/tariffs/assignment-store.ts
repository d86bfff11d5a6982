import type { Pool } from 'pg';
import { readRows, tableProjection } from '../rows.ts';
import type { KeptAssignment } from './price-snapshot.ts';

/** People make them one at a time. One that was taken away stays: sessions of before keep its price. */
export const tariffAssignments = tableProjection<KeptAssignment>({
  name: 'tariff assignments',
  table: 'tariff_assignment',
  key: ['id'],
});

export async function readAssignments(pool: Pool): Promise<KeptAssignment[]> {
  return readRows(
    pool,
    `select id, tariff_id, group_id, site_id, station_id, evse_id, connector_id, valid_from, valid_to, created_at, created_by, removed_at
     from tariff_assignment order by created_at, id`,
  );
}

type Named = { stationId: string | null; siteId: string | null; groupId: string | null };
type NamedPlace = { hasStation: boolean; hasSite: boolean; hasGroup: boolean; site: SiteMoney | null };
type SiteMoney = { id: string; currency: string };

/** What an assignment names, as far as it is there, and the site that it is about: named, or that of the station. */
export async function readNamedPlace(pool: Pool, { stationId, siteId, groupId }: Named): Promise<NamedPlace> {
  const [found, sites] = await Promise.all([
    pool.query<{ hasStation: boolean; hasGroup: boolean }>(
      `select exists (select from station where id = $1) as "hasStation",
         exists (select from token_group where id = $2) as "hasGroup"`,
      [stationId, groupId],
    ),
    pool.query<SiteMoney>(
      `select id, currency from site
       where id = coalesce($1, (select site_id from station_place where station_id = $2))`,
      [siteId, stationId],
    ),
  ]);
  const { hasStation = false, hasGroup = false } = found.rows[0] ?? {};
  const site = sites.rows[0] ?? null;
  return { hasStation, hasGroup, hasSite: site !== null, site };
}
