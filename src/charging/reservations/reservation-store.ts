import type { Pool } from 'pg';
import type { Reservation, ReservationQuery, ReservationStatus } from '#contract/reservation.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export type ReservationRow = Pick<
  Reservation,
  'id' | 'stationId' | 'evseId' | 'connectorType' | 'tokenId' | 'groupId'
> & {
  expiresAt: Date;
  createdAt: Date;
};

/** What was asked of a station; the same id again replaces it. */
export const askedReservations: Projection<ReservationRow> = {
  name: 'reservations',
  order: 68,
  identity: ({ stationId, id }) => `${stationId}\n${id}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into reservation (station_id, id, token_id, group_id, evse_id, connector_type, status, expires_at, created_at)
       select station_id, id, token_id, group_id, evse_id, connector_type, 'asked', expires_at, created_at
       from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::timestamptz[], $8::timestamptz[])
         as asked (station_id, id, token_id, group_id, evse_id, connector_type, expires_at, created_at)
       on conflict (station_id, id) do update set token_id = excluded.token_id, group_id = excluded.group_id,
         evse_id = excluded.evse_id, connector_type = excluded.connector_type, status = 'asked', code = null,
         expires_at = excluded.expires_at, ended_at = null, session_ref = null`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.id),
        rows.map((row) => row.tokenId),
        rows.map((row) => row.groupId),
        rows.map((row) => row.evseId),
        rows.map((row) => row.connectorType),
        rows.map((row) => row.expiresAt),
        rows.map((row) => row.createdAt),
      ],
    );
  },
};

export type ChangeRow = {
  stationId: string;
  id: number;
  status: ReservationStatus;
  code: string | null;
  sessionRef: string | null;
  at: Date;
};

/** How it went on. What has ended stays ended, except that a late start tells that it was used after all. */
export const reservationChanges: Projection<ChangeRow> = {
  name: 'reservation changes',
  order: 69,
  identity: ({ stationId, id }) => `${stationId}\n${id}`,
  merge: (earlier, later) => (earlier.status === 'used' ? earlier : later),
  async write(client, rows) {
    await client.query(
      `update reservation as known set status = told.status, code = coalesce(told.code, known.code),
         session_ref = coalesce(told.session_ref, known.session_ref),
         ended_at = case when told.status = 'active' then null else told.at end
       from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
         as told (station_id, id, status, code, session_ref, at)
       where known.station_id = told.station_id and known.id = told.id
         and (known.status in ('asked', 'active') or (told.status = 'used' and known.status <> 'used'))`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.id),
        rows.map((row) => row.status),
        rows.map((row) => row.code),
        rows.map((row) => row.sessionRef),
        rows.map((row) => row.at),
      ],
    );
  },
};

type StoredRow = Omit<Reservation, 'expiresAt' | 'createdAt' | 'endedAt'> & {
  expiresAt: Date;
  createdAt: Date;
  endedAt: Date | null;
};

const columns = `id, station_id as "stationId", evse_id as "evseId", connector_type as "connectorType", token_id as "tokenId",
  group_id as "groupId", code, expires_at as "expiresAt", created_at as "createdAt", session_ref as "sessionRef"`;

/**
 * Newest first. A station that is offline, or speaks OCPP 1.6, does not tell that the time is over: whoever looks sees it by
 * the clock.
 */
export async function readReservations(
  pool: Pool,
  { stationId, status, limit }: ReservationQuery & { stationId?: string | undefined },
  now: Date,
): Promise<Reservation[]> {
  const { rows } = await pool.query<StoredRow>(
    `select * from (
       select ${columns}, case when is_over then 'expired' else status end as status,
         case when is_over then expires_at else ended_at end as "endedAt"
       from (select *, status in ('asked', 'active') and expires_at <= $4 as is_over from reservation) as told
       where $1::text is null or station_id = $1) as shown
     where $2::text is null or status = $2
     order by "createdAt" desc, id limit $3`,
    [stationId ?? null, status ?? null, limit, now],
  );
  return rows.map((row) => ({
    ...row,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }));
}

export type OpenReservation = { stationId: string; id: number; evseId: number | null; expiresAt: Date };

export async function readOpen(pool: Pool): Promise<OpenReservation[]> {
  const { rows } = await pool.query<OpenReservation>(
    `select station_id as "stationId", id, evse_id as "evseId", expires_at as "expiresAt" from reservation where status = 'active'`,
  );
  return rows;
}
