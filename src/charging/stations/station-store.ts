import type { Pool } from 'pg';
import type { Connector, ConnectorStatus, OcppVersion, OfflineReason, Station } from '#contract/stations/station.ts';

type StationRow = {
  id: string;
  vendor: string | null;
  model: string | null;
  serial_number: string | null;
  firmware_version: string | null;
  booted_at: Date | null;
  boot_reason: string | null;
  last_seen_at: Date | null;
  accepted_at: Date | null;
  accepted_by: string | null;
  rejected_at: Date | null;
  rejected_by: string | null;
  rejected_why: string | null;
  has_password: boolean;
  link_node: string | null;
  link_version: OcppVersion | null;
  link_address: string | null;
  link_changed_at: Date | null;
  offline_reason: OfflineReason | null;
  connectors: Connector[] | null;
};

export type StationQuery = {
  id?: string | undefined;
  isOnline?: boolean | undefined;
  status?: ConnectorStatus | undefined;
  search?: string | undefined;
  after?: string | undefined;
  limit: number;
};

const filter = `
  ($1::text is null or station.id = $1)
  and ($2::boolean is null or (link_node is not null) = $2)
  and ($3::text is null or exists (select from connector where station_id = station.id and status = $3))
  and ($4::text is null or concat_ws(' ', station.id, vendor, model, serial_number) ilike '%' || $4 || '%')`;

/** Stations in the order of their ids, which never jumps, whatever happens to them. */
export async function readStations(pool: Pool, query: StationQuery): Promise<Station[]> {
  const { rows } = await pool.query<StationRow>(
    `select station.*, password_hash is not null as has_password, (
       select jsonb_agg(jsonb_build_object(
         'evseId', evse_id, 'connectorId', connector_id, 'status', status, 'activity', activity, 'reason', reason,
         'changedAt', to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by evse_id, connector_id)
       from connector where station_id = station.id) as connectors
     from station
     where ${filter} and ($5::text is null or station.id collate "C" > $5)
     order by station.id collate "C"
     limit $6`,
    [...filterValues(query), query.after ?? null, query.limit],
  );
  return rows.map(toStation);
}

export async function countStations(
  pool: Pool,
  query: StationQuery,
): Promise<{ fitting: number; online: number; offline: number }> {
  const { rows } = await pool.query<{ fitting: number; online: number; all: number }>(
    `select count(*) filter (where ${filter}) as fitting, count(*) filter (where link_node is not null) as online, count(*) as all
     from station`,
    filterValues(query),
  );
  const { fitting = 0, online = 0, all = 0 } = rows[0] ?? {};
  return { fitting, online, offline: all - online };
}

function filterValues({ id, isOnline, status, search }: StationQuery): unknown[] {
  return [
    id ?? null,
    isOnline ?? null,
    status ?? null,
    search?.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`) ?? null,
  ];
}

function toStation(row: StationRow): Station {
  return {
    id: row.id,
    link: linkOf(row),
    vendor: row.vendor,
    model: row.model,
    serialNumber: row.serial_number,
    firmwareVersion: row.firmware_version,
    bootedAt: row.booted_at?.toISOString() ?? null,
    bootReason: row.boot_reason,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    hasPassword: row.has_password,
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    acceptedBy: row.accepted_by,
    rejection:
      row.rejected_at === null
        ? null
        : { at: row.rejected_at.toISOString(), by: row.rejected_by ?? '', why: row.rejected_why },
    connectors: row.connectors ?? [],
  };
}

function linkOf(row: StationRow): Station['link'] {
  const since = row.link_changed_at?.toISOString() ?? null;
  if (row.link_node !== null && row.link_version !== null && since !== null) {
    return { state: 'online', since, version: row.link_version, address: row.link_address ?? '' };
  }
  return { state: 'offline', since, reason: row.offline_reason ?? 'never-connected' };
}
