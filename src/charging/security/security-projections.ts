import type { Projection } from '#ledger/ledger-types.ts';

export type SecurityEventRow = {
  id: string;
  stationId: string;
  type: string;
  isCritical: boolean;
  details: string | null;
  happenedAt: Date;
  receivedAt: Date;
};

/** A station that was offline tells the same event again: it stays one. */
export const securityEvents: Projection<SecurityEventRow> = {
  name: 'security events',
  identity: (row) => row.id,
  merge: (earlier) => earlier,
  async write(client, rows) {
    await client.query(
      `insert into security_event (id, station_id, type, is_critical, details, happened_at, received_at)
       select "id", "stationId", "type", "isCritical", "details", "happenedAt", "receivedAt"
       from jsonb_to_recordset($1) as row ("id" text, "stationId" text, "type" text, "isCritical" boolean, "details" text,
         "happenedAt" timestamptz, "receivedAt" timestamptz)
       on conflict (id) do nothing`,
      [JSON.stringify(rows)],
    );
  },
};

export type AcknowledgedRow = { id: string; at: Date; by: string; note: string | null };

export const acknowledgedEvents: Projection<AcknowledgedRow> = {
  name: 'acknowledged security events',
  identity: (row) => row.id,
  merge: (earlier) => earlier,
  async write(client, rows) {
    await client.query(
      `update security_event set acknowledged_at = seen.at, acknowledged_by = seen.by, note = seen.note
       from jsonb_to_recordset($1) as seen (id text, at timestamptz, by text, note text)
       where security_event.id = seen.id and acknowledged_at is null`,
      [JSON.stringify(rows)],
    );
  },
};

export type ProfileRow = { stationId: string; profile: number; at: Date };

/** A floor only rises. */
export const acceptedProfiles: Projection<ProfileRow> = {
  name: 'accepted security profiles',
  identity: (row) => row.stationId,
  merge: (earlier, later) => (later.profile >= earlier.profile ? later : earlier),
  async write(client, rows) {
    await client.query(
      `insert into station_security as known (station_id, minimum_profile, profile_accepted_at)
       select "stationId", profile, at from jsonb_to_recordset($1) as row ("stationId" text, profile smallint, at timestamptz)
       on conflict (station_id) do update
         set minimum_profile = greatest(known.minimum_profile, excluded.minimum_profile),
           profile_accepted_at = excluded.profile_accepted_at`,
      [JSON.stringify(rows)],
    );
  },
};
