import type { ConnectorActivity, ConnectorStatus, OfflineReason } from '#contract/stations/station.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { listsOf, statementProjection } from '../rows.ts';

export type AcceptedRow = { id: string; at: Date; by: string; password: { salt: Buffer; hash: Buffer } | null };

/** A station enters the house. One that is known keeps its password unless it gets a new one: entering again never opens a door. */
export const acceptedStations = statementProjection<AcceptedRow>({
  name: 'accepted stations',
  key: ['id'],
  statement: `insert into station as known (id, accepted_at, accepted_by, password_salt, password_hash, offline_reason)
     select *, 'never-connected' from unnest($1::text[], $2::timestamptz[], $3::text[], $4::bytea[], $5::bytea[])
     on conflict (id) do update set password_salt = coalesce(excluded.password_salt, known.password_salt),
       password_hash = coalesce(excluded.password_hash, known.password_hash),
       accepted_at = case when known.rejected_at is null then known.accepted_at else excluded.accepted_at end,
       accepted_by = case when known.rejected_at is null then known.accepted_by else excluded.accepted_by end,
       rejected_at = null, rejected_by = null, rejected_why = null`,
  fields: ['id', 'at', 'by', (row) => row.password?.salt ?? null, (row) => row.password?.hash ?? null],
});

export type RejectedRow = { id: string; at: Date; by: string; why: string | null };

/** A station is rejected, whether it was accepted or only pending: it is remembered either way. */
export const rejectedStations = statementProjection<RejectedRow>({
  name: 'rejected stations',
  key: ['id'],
  statement: `insert into station (id, rejected_at, rejected_by, rejected_why, offline_reason)
     select *, 'never-connected' from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[])
     on conflict (id) do update
       set rejected_at = excluded.rejected_at, rejected_by = excluded.rejected_by, rejected_why = excluded.rejected_why`,
  fields: ['id', 'at', 'by', 'why'],
});

export type BootRow = {
  id: string;
  vendor: string;
  model: string;
  serialNumber: string | null;
  firmwareVersion: string | null;
  at: Date;
  reason: string | null;
};

export const boots = statementProjection<BootRow>({
  name: 'boots',
  isIndependent: true,
  key: ['id'],
  statement: `update station set vendor = boot.vendor, model = boot.model, serial_number = boot.serial_number,
       firmware_version = boot.firmware_version, booted_at = boot.at, boot_reason = boot.reason, last_seen_at = boot.at
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
       as boot (id, vendor, model, serial_number, firmware_version, at, reason)
     where station.id = boot.id`,
  fields: ['id', 'vendor', 'model', 'serialNumber', 'firmwareVersion', 'at', 'reason'],
});

export type LinkRow = {
  id: string;
  at: Date;
  /** Which connection this is about; they only grow. */
  epoch: number;
  link: { node: string; version: string; address: string } | { offline: OfflineReason };
  /** The connection both began and ended in this batch. */
  hasBegun?: boolean;
};

/** Who holds the station's connection. Its epoch tells old from new: the late end of an old one does not end the new one. */
export const links: Projection<LinkRow> = {
  name: 'links',
  isIndependent: true,
  identity: (row) => row.id,
  merge(earlier, later) {
    if (earlier.epoch !== later.epoch) return earlier.epoch > later.epoch ? earlier : later;
    return { ...later, hasBegun: begins(earlier) || begins(later) };
  },
  async write(client, rows) {
    const held = ({ link }: LinkRow) => ('node' in link ? link : null);
    await client.query(
      `update station set link_node = link.node, link_version = coalesce(link.version, link_version),
         link_address = link.address, link_changed_at = link.at, offline_reason = link.offline_reason,
         link_epoch = link.epoch, last_seen_at = greatest(last_seen_at, link.at)
       from unnest($1::text[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::boolean[])
         as link (id, at, node, version, address, offline_reason, epoch, begins)
       where station.id = link.id and (link.epoch = station.link_epoch or link.begins
           and (link.epoch > station.link_epoch or station.link_node is null or station.link_node = link.node))`,
      listsOf(
        rows,
        ...(['id', 'at'] as const),
        (row) => held(row)?.node ?? null,
        (row) => held(row)?.version ?? null,
        (row) => held(row)?.address ?? null,
        ({ link }) => ('offline' in link ? link.offline : null),
        'epoch',
        begins,
      ),
    );
  },
};

function begins({ link, hasBegun = false }: LinkRow): boolean {
  return hasBegun || 'node' in link;
}

export type ConnectorRow = {
  stationId: string;
  evseId: number;
  connectorId: number;
  status: ConnectorStatus;
  activity: ConnectorActivity | null;
  reason: string | null;
  at: Date;
  /** In the same batch it was reported otherwise before. */
  hasChanged?: boolean;
};

/** The latest report wins; a report that says the same again keeps the time since when it has been so. */
export function mergeConnector(earlier: ConnectorRow, later: ConnectorRow): ConnectorRow {
  const isSame = (['status', 'activity', 'reason'] as const).every((field) => earlier[field] === later[field]);
  return isSame ? earlier : { ...later, hasChanged: true };
}

export const connectors = statementProjection<ConnectorRow>({
  name: 'connectors',
  isIndependent: true,
  key: ['stationId', 'evseId', 'connectorId'],
  merge: mergeConnector,
  statement: `with given as (
       select * from unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::boolean[])
         as given (station_id, evse_id, connector_id, status, activity, reason, at, has_changed)
     )
     insert into connector as known (station_id, evse_id, connector_id, status, activity, reason, changed_at)
     select station_id, evse_id, connector_id, status, activity, reason, at from given
     on conflict (station_id, evse_id, connector_id) do update
       set status = excluded.status, activity = excluded.activity, reason = excluded.reason, changed_at = excluded.changed_at
       where (known.status, known.activity, known.reason) is distinct from (excluded.status, excluded.activity, excluded.reason)
         or exists (select from given where has_changed and (given.station_id, given.evse_id, given.connector_id)
           = (excluded.station_id, excluded.evse_id, excluded.connector_id))`,
  fields: [
    ...(['stationId', 'evseId', 'connectorId', 'status', 'activity', 'reason', 'at'] as const),
    ({ hasChanged = false }) => hasChanged,
  ],
});
