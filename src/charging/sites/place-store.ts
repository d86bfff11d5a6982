import type { Pool } from 'pg';
import type { DevicePlace, StationPlace } from '#contract/stations/site.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../put-rows.ts';

type Placed = { placedAt: Date; placedBy: string };

export const stationPlaces: Projection<StationPlace & Placed> = {
  name: 'station places',
  identity: ({ stationId }) => stationId,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await putRows(
      client,
      { table: 'station_place', key: ['stationId'] },
      rows.map(({ admits, ...row }) => ({
        ...row,
        admits: admits === null ? null : admits === 'everyone' ? 'everyone' : 'groups',
        admittedGroups: admits === null || admits === 'everyone' ? null : admits,
      })),
    );
  },
};

export const devicePlaces: Projection<DevicePlace & Placed> = {
  name: 'device places',
  identity: ({ deviceId }) => deviceId,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await putRows(client, { table: 'device_place', key: ['deviceId'] }, rows);
  },
};

export const takenStations: Projection<{ stationId: string }> = {
  name: 'stations taken from their site',
  identity: ({ stationId }) => stationId,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query('delete from station_place where station_id = any($1)', [rows.map((row) => row.stationId)]);
  },
};

export const takenDevices: Projection<{ deviceId: string }> = {
  name: 'devices taken from their site',
  identity: ({ deviceId }) => deviceId,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query('delete from device_place where device_id = any($1)', [rows.map((row) => row.deviceId)]);
  },
};

export async function readStationPlaces(
  pool: Pool,
  { siteId = null, stationId = null }: { siteId?: string | null; stationId?: string | null } = {},
): Promise<StationPlace[]> {
  const { rows } = await pool.query<StationPlace>(
    `select station_id as "stationId", site_id as "siteId", note,
       case admits when 'everyone' then '"everyone"'::jsonb when 'groups' then to_jsonb(admitted_groups) end as admits
     from station_place where ($1::text is null or site_id = $1) and ($2::text is null or station_id = $2)
     order by station_id collate "C"`,
    [siteId, stationId],
  );
  return rows;
}

export async function readDevicePlaces(
  pool: Pool,
  {
    siteId = null,
    stationId = null,
    deviceId = null,
  }: { siteId?: string | null; stationId?: string | null; deviceId?: string | null },
): Promise<DevicePlace[]> {
  const { rows } = await pool.query<DevicePlace>(
    `select device_id as "deviceId", site_id as "siteId", station_id as "stationId", evse_id as "evseId",
       connector_id as "connectorId", note
     from device_place where ($1::text is null or site_id = $1) and ($2::text is null or station_id = $2)
       and ($3::text is null or device_id = $3)
     order by device_id collate "C"`,
    [siteId, stationId, deviceId],
  );
  return rows;
}

export async function isStation(pool: Pool, stationId: string): Promise<boolean> {
  return (await pool.query('select from station where id = $1', [stationId])).rowCount === 1;
}
