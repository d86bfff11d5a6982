import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Site } from '#contract/stations/site.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { changeProjection, deleteProjection, putRows, type Row, readRows } from '../rows.ts';

export type SiteRow = Omit<Site, 'stationCount'>;

/** Two that make the same site in one moment are two rows, and the later one is refused. */
export const newSites: Projection<SiteRow> = {
  name: 'new sites',
  identity: () => randomUUID(),
  write: (client, rows) => putRows(client, { table: 'site' }, rows.map(inColumns)),
};

export type SiteEdit = Partial<Omit<SiteRow, 'id' | 'createdAt' | 'createdBy'>>;

export const changedSites = changeProjection<SiteEdit & Pick<SiteRow, 'id'>>({
  name: 'changed sites',
  table: 'site',
  key: ['id'],
  columns: inColumns,
});

function inColumns({ position, admits, ...row }: Partial<SiteRow>): Row {
  return {
    ...row,
    ...(position !== undefined && { latitude: position?.latitude, longitude: position?.longitude }),
    ...(admits !== undefined && { admittedGroups: admits === 'everyone' ? null : admits }),
  };
}

export const removedSites = deleteProjection<{ id: string }>({ name: 'removed sites', table: 'site', key: ['id'] });

type Read = Omit<Site, 'position'> & { latitude: number | null; longitude: number | null };

export async function readSites(pool: Pool, id: string | null = null): Promise<Site[]> {
  const rows = await readRows<Read>(
    pool,
    `select id, name, address, latitude, longitude, time_zone, currency, opening_hours, is_closed_outside,
       coalesce(to_jsonb(admitted_groups), '"everyone"') as admits, offline_policy, tariff_fallback_text, cost_fallback_text,
       created_at, created_by, (select count(*)::integer from station_place where site_id = site.id) as station_count
     from site where $1::text is null or id = $1 order by lower(name), id`,
    [id],
  );
  return rows.map(({ latitude, longitude, ...row }) => ({
    ...row,
    position: latitude === null || longitude === null ? null : { latitude, longitude },
  }));
}

export type SiteUse = {
  stations: string[];
  devices: string[];
  tariffs: string[];
  groups: string[];
  drivers: number;
  bills: number;
};

const shown = 5;

export async function readSiteUse(pool: Pool, id: string): Promise<SiteUse> {
  const { rows } = await pool.query<SiteUse>(
    `select array(select station_id from station_place where site_id = $1 order by 1 limit ${shown}) as stations,
       array(select device_id from device_place where site_id = $1 order by 1 limit ${shown}) as devices,
       array(select distinct tariff_id from tariff_assignment where site_id = $1 and removed_at is null order by 1 limit ${shown}) as tariffs,
       array(select name from token_group where places -> 'siteIds' ? $1 order by 1 limit ${shown}) as groups,
       (select count(*)::integer from driver where places -> 'siteIds' ? $1) as drivers,
       (select count(*)::integer from (select from bill where site_id = $1 limit 1000) as first) as bills`,
    [id],
  );
  return rows[0] as SiteUse;
}

export async function readOtherCurrencies(
  pool: Pool,
  { siteId, currency }: { siteId: string; currency: string },
): Promise<string[]> {
  const { rows } = await pool.query<{ tariffId: string }>(
    `select distinct tariff_id as "tariffId" from tariff_assignment
     join tariff_version using (tariff_id)
     where removed_at is null and terms ->> 'currency' <> $2
       and (site_id = $1 or station_id in (select station_id from station_place where site_id = $1))
     order by 1 limit ${shown}`,
    [siteId, currency],
  );
  return rows.map(({ tariffId }) => tariffId);
}
