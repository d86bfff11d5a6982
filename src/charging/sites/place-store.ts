import type { Pool } from 'pg';
import type { DevicePlace, StationPlace } from '#contract/stations/site.ts';
import { deleteProjection, tableProjection } from '../rows.ts';

type Placed = { placedAt: Date; placedBy: string };

export const stationPlaces = tableProjection<StationPlace & Placed>({
  name: 'station places',
  table: 'station_place',
  key: ['stationId'],
  columns: ({ admits, ...row }) => ({
    ...row,
    admits: admits === null ? null : admits === 'everyone' ? 'everyone' : 'groups',
    admittedGroups: admits === null || admits === 'everyone' ? null : admits,
  }),
});

export const devicePlaces = tableProjection<DevicePlace & Placed>({
  name: 'device places',
  table: 'device_place',
  key: ['deviceId'],
});

export const takenStations = deleteProjection<{ stationId: string }>({
  name: 'stations taken from their site',
  table: 'station_place',
  key: ['stationId'],
});

export const takenDevices = deleteProjection<{ deviceId: string }>({
  name: 'devices taken from their site',
  table: 'device_place',
  key: ['deviceId'],
});

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
