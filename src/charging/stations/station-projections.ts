import type { ConnectorActivity, ConnectorStatus, OfflineReason } from '#contract/station.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export type AcceptedRow = { id: string; at: Date; by: string; password: { salt: Buffer; hash: Buffer } | null };

/** A station enters the house, or gets a new password. */
export const acceptedStations: Projection<AcceptedRow> = {
  name: 'accepted stations',
  order: 10,
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into station (id, accepted_at, accepted_by, password_salt, password_hash, offline_reason)
       select *, 'never-connected' from unnest($1::text[], $2::timestamptz[], $3::text[], $4::bytea[], $5::bytea[])
       on conflict (id) do update set password_salt = excluded.password_salt, password_hash = excluded.password_hash`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.at.toISOString()),
        rows.map((row) => row.by),
        rows.map((row) => row.password?.salt ?? null),
        rows.map((row) => row.password?.hash ?? null),
      ],
    );
  },
};

export type BootRow = {
  id: string;
  vendor: string;
  model: string;
  serialNumber: string | null;
  firmwareVersion: string | null;
  at: Date;
  reason: string | null;
};

export const boots: Projection<BootRow> = {
  name: 'boots',
  order: 20,
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `update station set vendor = boot.vendor, model = boot.model, serial_number = boot.serial_number,
         firmware_version = boot.firmware_version, booted_at = boot.at, boot_reason = boot.reason, last_seen_at = boot.at
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
         as boot (id, vendor, model, serial_number, firmware_version, at, reason)
       where station.id = boot.id`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.vendor),
        rows.map((row) => row.model),
        rows.map((row) => row.serialNumber),
        rows.map((row) => row.firmwareVersion),
        rows.map((row) => row.at.toISOString()),
        rows.map((row) => row.reason),
      ],
    );
  },
};

export type LinkRow = {
  id: string;
  at: Date;
  link: { node: string; version: string; address: string } | { offline: OfflineReason };
};

/** Who holds the station's connection. Each new connection raises the epoch; a reader elsewhere can tell old from new. */
export const links: Projection<LinkRow> = {
  name: 'links',
  order: 30,
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    const held = rows.map(({ link }) => ('node' in link ? link : null));
    await client.query(
      `update station set link_node = link.node, link_version = coalesce(link.version, link_version),
         link_address = link.address, link_changed_at = link.at, offline_reason = link.offline_reason,
         link_epoch = link_epoch + (link.node is not null)::int, last_seen_at = link.at
       from unnest($1::text[], $2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::text[])
         as link (id, at, node, version, address, offline_reason)
       where station.id = link.id`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.at.toISOString()),
        held.map((link) => link?.node ?? null),
        held.map((link) => link?.version ?? null),
        held.map((link) => link?.address ?? null),
        rows.map(({ link }) => ('offline' in link ? link.offline : null)),
      ],
    );
  },
};

export type ConnectorRow = {
  stationId: string;
  evseId: number;
  connectorId: number;
  status: ConnectorStatus;
  activity: ConnectorActivity | null;
  reason: string | null;
  at: Date;
};

/** The latest report wins; a report that says the same again keeps the time since when it has been so. */
export const connectors: Projection<ConnectorRow> = {
  name: 'connectors',
  order: 40,
  identity: (row) => `${row.stationId}\n${row.evseId}\n${row.connectorId}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into connector as known (station_id, evse_id, connector_id, status, activity, reason, changed_at)
       select * from unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
       on conflict (station_id, evse_id, connector_id) do update
         set status = excluded.status, activity = excluded.activity, reason = excluded.reason, changed_at = excluded.changed_at
         where (known.status, known.activity, known.reason) is distinct from (excluded.status, excluded.activity, excluded.reason)`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.evseId),
        rows.map((row) => row.connectorId),
        rows.map((row) => row.status),
        rows.map((row) => row.activity),
        rows.map((row) => row.reason),
        rows.map((row) => row.at.toISOString()),
      ],
    );
  },
};
