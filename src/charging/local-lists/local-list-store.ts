import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';
import type { HeldEntry } from './difference.ts';

export type SentRow = {
  stationId: string;
  wantedTokenIds: readonly string[] | null;
  leftOut: readonly string[];
  at: Date;
  /** null: the station did not take it, and holds what it held. */
  taken: {
    version: number;
    isFull: boolean;
    isComplete: boolean;
    told: readonly HeldEntry[];
    removed: readonly string[];
  } | null;
  refusal: string | null;
};

/** One station is sent one list at a time; each message of it is a row of its own commit. */
export const sentLists: Projection<SentRow> = {
  name: 'local lists',
  order: 66,
  identity: ({ stationId, at, taken }) => `${stationId}\n${at.toISOString()}\n${taken?.version ?? ''}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { stationId, wantedTokenIds, leftOut, at, taken, refusal } of rows) {
      await client.query(
        `insert into local_list as known (station_id, wanted_token_ids, version, sent_at, is_complete, refusal, left_out)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (station_id) do update set wanted_token_ids = excluded.wanted_token_ids,
           version = coalesce(excluded.version, known.version), sent_at = coalesce(excluded.sent_at, known.sent_at),
           is_complete = excluded.is_complete, refusal = excluded.refusal, left_out = excluded.left_out`,
        [stationId, wantedTokenIds, taken?.version ?? null, taken && at, taken?.isComplete ?? false, refusal, leftOut],
      );
      if (taken === null) continue;
      await client.query('delete from local_list_entry where station_id = $1 and ($2 or token_id = any($3))', [
        stationId,
        taken.isFull,
        taken.removed,
      ]);
      await client.query(
        `insert into local_list_entry (station_id, token_id, fingerprint)
         select $1, token_id, fingerprint from unnest($2::text[], $3::text[]) as told (token_id, fingerprint)
         on conflict (station_id, token_id) do update set fingerprint = excluded.fingerprint`,
        [stationId, taken.told.map(({ tokenId }) => tokenId), taken.told.map(({ fingerprint }) => fingerprint)],
      );
    }
  },
};

export type ReportedRow = { stationId: string; version: number; at: Date };

export const reportedVersions: Projection<ReportedRow> = {
  name: 'local list versions',
  order: 67,
  identity: ({ stationId }) => stationId,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into local_list (station_id, is_complete, reported_version, reported_at)
       select station_id, false, version, at from unnest($1::text[], $2::integer[], $3::timestamptz[]) as told (station_id, version, at)
       on conflict (station_id) do update set reported_version = excluded.reported_version, reported_at = excluded.reported_at`,
      [rows.map(({ stationId }) => stationId), rows.map(({ version }) => version), rows.map(({ at }) => at)],
    );
  },
};

export type ListRow = {
  wantedTokenIds: string[] | null;
  leftOut: string[];
  version: number | null;
  sentAt: Date | null;
  isComplete: boolean;
  refusal: string | null;
  reportedVersion: number | null;
  reportedAt: Date | null;
};

export async function readList(pool: Pool, stationId: string): Promise<ListRow | undefined> {
  const { rows } = await pool.query<ListRow>(
    `select wanted_token_ids as "wantedTokenIds", left_out as "leftOut", version, sent_at as "sentAt", is_complete as "isComplete", refusal,
       reported_version as "reportedVersion", reported_at as "reportedAt"
     from local_list where station_id = $1`,
    [stationId],
  );
  return rows[0];
}

export async function readHeld(pool: Pool, stationId: string): Promise<HeldEntry[]> {
  const { rows } = await pool.query<HeldEntry>(
    'select token_id as "tokenId", fingerprint from local_list_entry where station_id = $1 order by token_id collate "C"',
    [stationId],
  );
  return rows;
}
