import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../put-rows.ts';
import type { KeptAssignment } from './price-snapshot.ts';

/** People make them one at a time. One that was taken away stays: sessions of before keep its price. */
export const tariffAssignments: Projection<KeptAssignment> = {
  name: 'tariff assignments',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  write: (client, rows) => putRows(client, { table: 'tariff_assignment', key: ['id'] }, rows),
};

type StoredAssignment = Omit<KeptAssignment, 'validFrom' | 'validTo' | 'createdAt' | 'removedAt'> & {
  validFrom: Date | null;
  validTo: Date | null;
  createdAt: Date;
  removedAt: Date | null;
};

export async function readAssignments(pool: Pool): Promise<KeptAssignment[]> {
  const { rows } = await pool.query<StoredAssignment>(
    `select id, tariff_id as "tariffId", group_id as "groupId", site_id as "siteId", station_id as "stationId", evse_id as "evseId",
       connector_id as "connectorId", valid_from as "validFrom", valid_to as "validTo", created_at as "createdAt",
       created_by as "createdBy", removed_at as "removedAt"
     from tariff_assignment order by created_at, id`,
  );
  return rows.map((row) => ({
    ...row,
    validFrom: row.validFrom?.toISOString() ?? null,
    validTo: row.validTo?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    removedAt: row.removedAt?.toISOString() ?? null,
  }));
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
