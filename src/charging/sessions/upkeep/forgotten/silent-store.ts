import type { Pool } from 'pg';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { SilentSession } from './judge-silence.ts';

export type FoundSilent = SilentSession & {
  id: string;
  stationId: string;
  ref: string;
  evseId: number | null;
  /** The node that holds the station's connection. */
  node: string | null;
  version: OcppVersion | null;
};

type SilentRow = {
  id: string;
  station_id: string;
  ref: string;
  evse_id: number | null;
  last_at: Date | null;
  updated_at: Date;
  link_node: string | null;
  link_version: OcppVersion | null;
  link_changed_at: Date | null;
  booted_at: Date | null;
  free_since: Date | null;
  other_at: Date | null;
};

/** Running sessions of which nothing was heard since, the longest silent first; `after`: the last of the page before. */
export async function readSilent(
  pool: Pool,
  { heardBefore, after, limit }: { heardBefore: Date; after: FoundSilent | undefined; limit: number },
): Promise<FoundSilent[]> {
  const { rows } = await pool.query<SilentRow>(
    `select session.id, session.station_id, session.ref, session.evse_id, session.last_at, session.updated_at,
       station.link_node, station.link_version, station.link_changed_at, station.booted_at, place.free_since, other.other_at
     from session join station on station.id = session.station_id
     cross join lateral (
       select case when bool_and(status = 'available') then max(changed_at) end as free_since from connector
       where connector.station_id = session.station_id and connector.evse_id = session.evse_id
         and (session.connector_id is null or connector.connector_id = session.connector_id)
     ) as place
     cross join lateral (
       select min(started_at) as other_at from session as later
       where later.station_id = session.station_id and later.evse_id = session.evse_id and later.id <> session.id
         and later.started_at > session.last_at
     ) as other
     where session.state = 'running' and session.updated_at <= $1
       and ($2::timestamptz is null or (session.updated_at, session.id) > ($2, $3::uuid))
     order by session.updated_at, session.id limit $4`,
    [heardBefore.toISOString(), after?.lastHeardAt.toISOString() ?? null, after?.id ?? null, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    stationId: row.station_id,
    ref: row.ref,
    evseId: row.evse_id,
    node: row.link_node,
    version: row.link_version,
    lastHeardAt: row.updated_at,
    lastAt: row.last_at,
    isOnline: row.link_node !== null,
    linkChangedAt: row.link_changed_at,
    bootedAt: row.booted_at,
    freeSince: row.free_since,
    otherSessionAt: row.other_at,
  }));
}
