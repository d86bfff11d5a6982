import type { Pool } from 'pg';
import type { Places } from '#contract/access/group.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { problemOf } from '../problem.ts';

/** A place that does not exist would shut somebody out, and nobody would see why. */
export async function checkPlaces(pool: Pool, places: Places | null): Promise<void> {
  if (places === null || places === 'everywhere') return;
  const { rows } = await pool.query<{ id: string; kind: string }>(
    `select id, 'site' as kind from unnest($1::text[]) as id where not exists (select from site where site.id = id.id)
     union all
     select id, 'station' from unnest($2::text[]) as id where not exists (select from station where station.id = id.id)`,
    [places.siteIds, places.stationIds],
  );
  const [missing] = rows;
  if (missing === undefined) return;
  throw missing.kind === 'site'
    ? problemOf('INVALID_INPUT', sentenceOf('no-site', { siteId: missing.id }), { field: 'places.siteIds' })
    : problemOf('INVALID_INPUT', sentenceOf('no-station', { stationId: missing.id }), { field: 'places.stationIds' });
}

export async function checkGroups(pool: Pool, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return;
  const { rows } = await pool.query<{ id: string }>(
    'select id from unnest($1::text[]) as id where not exists (select from token_group where token_group.id = id.id)',
    [groupIds],
  );
  if (rows[0] === undefined) return;
  throw problemOf('INVALID_INPUT', sentenceOf('no-group', { groupId: rows[0].id }), { field: 'admits' });
}
