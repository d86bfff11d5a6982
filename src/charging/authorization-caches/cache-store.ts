import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';
import { deleteProjection } from '../rows.ts';

/**
 * C11: where a token was accepted a station may remember it, and nobody knows where that was. So when somebody is forgotten every
 * station has to clear what it remembers; those that say they remember nothing have nothing to clear.
 */
export const cachesToClear: Projection<{ since: Date }> = {
  name: 'caches to clear',
  identity: () => 'all stations',
  async write(client, rows) {
    await client.query(
      `insert into cache_to_clear (station_id, since)
       select id, $1::timestamptz from station
       where link_version is not null and rejected_at is null and not exists (
         select from variable where variable.station_id = station.id and component = 'AuthCacheCtrlr' and variable = 'Enabled'
           and attribute = 'actual' and lower(value) = 'false')
       order by id
       on conflict (station_id) do update set since = excluded.since`,
      [rows.at(-1)?.since],
    );
  },
};

export type ClearedCache = { stationId: string; since: Date };

/** Unless somebody else was forgotten meanwhile. */
export const clearedCaches = deleteProjection<ClearedCache>({
  name: 'cleared caches',
  table: 'cache_to_clear',
  key: ['stationId', 'since'],
});

export async function readSince(pool: Pool, stationId: string): Promise<Date | undefined> {
  const { rows } = await pool.query<{ since: Date }>('select since from cache_to_clear where station_id = $1', [
    stationId,
  ]);
  return rows[0]?.since;
}

/** Of these stations, those that have yet to clear what they remember and are here; null: of all. */
export async function readToClear(
  pool: Pool,
  { nodeId, ids }: { nodeId: string; ids: readonly string[] | null },
): Promise<string[]> {
  // The stations are joined, not compared with a list: the server would walk through the whole list for each of them.
  const asked = ids === null ? '' : 'join unnest($2::text[]) as asked (id) using (id)';
  const { rows } = await pool.query<{ id: string }>(
    `select id from cache_to_clear join station on id = station_id ${asked}
     where link_node = $1 and offline_reason is null`,
    ids === null ? [nodeId] : [nodeId, ids],
  );
  return rows.map(({ id }) => id);
}
