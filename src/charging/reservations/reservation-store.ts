import type { Pool } from 'pg';
import type { Reservation, ReservationQuery, ReservationStatus } from '#contract/access/reservation.ts';
import { type AtSites, atSitesSql } from '../at-sites.ts';
import { readRows } from '../rows.ts';

const columns = `id, station_id, evse_id, connector_type, token_id, group_id, code, why, starts_at, expires_at, created_at, created_by,
  session_ref`;

/** Newest first. One whose time is over is shown so, also in the moment before the clock's worker has written it down. */
export async function readReservations(
  pool: Pool,
  query: Partial<ReservationQuery> & AtSites & { id?: number | undefined },
  now: Date,
): Promise<Reservation[]> {
  const { stationId, siteId, tokenId, status, id, limit, atSites } = query;
  return readRows(
    pool,
    `select * from (
       select ${columns}, case when is_over then 'expired' else status end as status,
         case when is_over then expires_at else ended_at end as ended_at
       from (select *, status in ('planned', 'asked', 'active') and expires_at <= $1 as is_over from reservation) as told
       where ($2::text is null or station_id = $2)
         and ($3::text is null or station_id in (select station_id from station_place where site_id = $3))
         and ($4::text is null or token_id = $4)
         and ($5::integer is null or id = $5)
         and ($8::text[] is null or ${atSitesSql('station_id', '$8')})) as shown
     where $6::text is null or status = $6
     order by created_at desc, id limit $7`,
    [
      now,
      stationId ?? null,
      siteId ?? null,
      tokenId ?? null,
      id ?? null,
      status ?? null,
      limit ?? 100,
      atSites ?? null,
    ],
  );
}

export type OpenReservation = {
  stationId: string;
  id: number;
  evseId: number | null;
  connectorType: string | null;
  tokenId: string;
  groupId: string | null;
  /** `cancelled`, `removed`: it was given back, or lost at its EVSE, and the station does not know it yet. */
  status: Extract<ReservationStatus, 'planned' | 'asked' | 'active' | 'cancelled' | 'removed'>;
  startsAt: Date;
  expiresAt: Date;
  createdAt: Date;
  replacedStatus: ReservationStatus | null;
};

/** Whether only its station has yet to hear that it is over. */
export function isGivenUp({ status }: Pick<OpenReservation, 'status'>): boolean {
  return status === 'cancelled' || status === 'removed';
}

export async function readOpen(
  pool: Pool,
  { stationId, id }: { stationId?: string | readonly string[]; id?: number } = {},
): Promise<OpenReservation[]> {
  const { rows } = await pool.query<OpenReservation>(
    `select station_id as "stationId", id, evse_id as "evseId", connector_type as "connectorType", token_id as "tokenId",
       group_id as "groupId", status, starts_at as "startsAt", expires_at as "expiresAt", created_at as "createdAt",
       replaced ->> 'status' as "replacedStatus"
     from reservation
     where (status in ('planned', 'asked', 'active') or is_cancel_untold)
       and ($1::text[] is null or station_id = any($1)) and ($2::integer is null or id = $2)
     order by starts_at, id`,
    [typeof stationId === 'string' ? [stationId] : (stationId ?? null), id ?? null],
  );
  return rows;
}

export async function readStationsWithOpen(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ station_id: string }>(
    `select distinct station_id from reservation where status in ('planned', 'asked', 'active') or is_cancel_untold`,
  );
  return new Set(rows.map(({ station_id }) => station_id));
}

/** Where the stations are connected: `node` is null while one is offline. */
export type StationLink = { stationId: string; node: string | null; since: Date | null; version: string | null };

export async function readLinks(pool: Pool, stationIds: readonly string[]): Promise<Map<string, StationLink>> {
  const { rows } = await pool.query<StationLink>(
    `select id as "stationId", link_node as node, link_changed_at as since, link_version as version from station where id = any($1)`,
    [stationIds],
  );
  return new Map(rows.map((row) => [row.stationId, row]));
}

export async function readEvseOf(
  pool: Pool,
  { stationId, ref }: { stationId: string; ref: string },
): Promise<number | null> {
  const { rows } = await pool.query<{ evse_id: number | null }>(
    'select evse_id from session where station_id = $1 and ref = $2',
    [stationId, ref],
  );
  return rows[0]?.evse_id ?? null;
}

/** A session uses one reservation at most. */
export async function hasUsedOne(pool: Pool, { stationId, ref }: { stationId: string; ref: string }): Promise<boolean> {
  const { rowCount } = await pool.query('select from reservation where station_id = $1 and session_ref = $2', [
    stationId,
    ref,
  ]);
  return rowCount !== 0;
}
