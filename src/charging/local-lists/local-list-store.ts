import type { Pool } from 'pg';
import type { ListMode } from '#contract/local-list.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../put-rows.ts';
import type { HeldEntry } from './difference.ts';
import type { ListRow } from './kept-station-store.ts';

export type SentRow = {
  stationId: string;
  /** Named by whoever sent it: the list keeps to them from now on. null: nobody named any. */
  pinned: readonly string[] | null;
  at: Date;
  /** null: the station did not take it, and holds what it held. */
  taken: {
    version: number;
    isFull: boolean;
    /** Of the whole list, once all of it was taken. */
    digest: string | null;
    told: readonly HeldEntry[];
    removed: readonly string[];
  } | null;
  refusal: string | null;
};

/** One station is sent one list at a time, and each message of it is a commit of its own: a station stands once in a batch. */
export const sentLists: Projection<SentRow> = {
  name: 'local lists',
  order: 66,
  identity: ({ stationId }) => stationId,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await putRows(
      client,
      {
        table: 'local_list',
        key: ['stationId'],
        set: {
          wantedTokenIds: 'coalesce(excluded.wanted_token_ids, known.wanted_token_ids)',
          // Tokens that somebody names outweigh the rule, but not that the list is to be left alone.
          mode: `case when known.mode = 'auto' and excluded.wanted_token_ids is not null then 'pinned' else known.mode end`,
          version: 'coalesce(excluded.version, known.version)',
          sentAt: 'coalesce(excluded.sent_at, known.sent_at)',
        },
      },
      rows.map(({ stationId, pinned, at, taken, refusal }) => ({
        stationId,
        wantedTokenIds: pinned,
        mode: null,
        version: taken?.version ?? null,
        sentAt: taken && at,
        isComplete: (taken?.digest ?? null) !== null,
        digest: taken?.digest ?? null,
        refusal,
      })),
    );
    const taken = rows.flatMap(({ stationId, taken: one }) => (one === null ? [] : [{ stationId, ...one }]));
    const full = taken.filter(({ isFull }) => isFull).map(({ stationId }) => stationId);
    const removed = taken.flatMap(({ stationId, removed: ids }) => ids.map((tokenId) => ({ stationId, tokenId })));
    if (full.length > 0) await client.query('delete from local_list_entry where station_id = any($1)', [full]);
    if (removed.length > 0)
      await client.query(
        `delete from local_list_entry using unnest($1::text[], $2::text[]) as gone (station_id, token_id)
         where local_list_entry.station_id = gone.station_id and local_list_entry.token_id = gone.token_id`,
        [removed.map(({ stationId }) => stationId), removed.map(({ tokenId }) => tokenId)],
      );
    await putRows(
      client,
      { table: 'local_list_entry', key: ['stationId', 'tokenId'] },
      taken.flatMap(({ stationId, told }) => told.map((entry) => ({ stationId, ...entry }))),
    );
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

/** What is not named stays. */
export type KeepingRow = { stationId: string } & Partial<
  Pick<
    ListRow,
    | 'state'
    | 'because'
    | 'said'
    | 'since'
    | 'triedAt'
    | 'triedFirmware'
    | 'nextTryAt'
    | 'tries'
    | 'limitsAskedAt'
    | 'digest'
  > & {
    wantedTokenIds: readonly string[];
  }
>;

export const keptLists: Projection<KeepingRow> = {
  name: 'kept local lists',
  order: 68,
  identity: ({ stationId }) => stationId,
  merge: (earlier, later) => ({ ...earlier, ...later }),
  async write(client, rows) {
    const alike = Map.groupBy(rows, (row) => Object.keys(row).toSorted().join());
    for (const some of alike.values())
      await putRows(
        client,
        { table: 'local_list', key: ['stationId'], set: { isComplete: 'known.is_complete' } },
        some.map((row) => ({ ...row, isComplete: false })),
      );
  },
};

export type ModeRow = { stationId: string; mode: ListMode; pinned: readonly string[] | null };

/** Whatever was decided before is open again. */
export const listModes: Projection<ModeRow> = {
  name: 'local list modes',
  order: 69,
  identity: ({ stationId }) => stationId,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { stationId, mode, pinned } of rows)
      await client.query(
        `insert into local_list (station_id, is_complete, mode, wanted_token_ids) values ($1, false, $2, $3)
         on conflict (station_id) do update set mode = excluded.mode, wanted_token_ids = excluded.wanted_token_ids,
           state = null, because = null, said = null, since = null, tried_at = null, next_try_at = null, tries = 0`,
        [stationId, mode, pinned],
      );
  },
};

export async function readHeld(pool: Pool, stationId: string): Promise<HeldEntry[]> {
  const { rows } = await pool.query<HeldEntry>(
    'select token_id as "tokenId", fingerprint from local_list_entry where station_id = $1 order by token_id collate "C"',
    [stationId],
  );
  return rows;
}

export async function countHeld(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ stationId: string; held: number }>(
    'select station_id as "stationId", count(*)::integer as held from local_list_entry group by station_id',
  );
  return new Map(rows.map(({ stationId, held }) => [stationId, held]));
}

/** Stations whose list holds a token that exists no more. */
export async function readHoldersOfGone(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ stationId: string }>(
    `select distinct station_id as "stationId" from local_list_entry
     where not exists (select from token where token.id = token_id)`,
  );
  return new Set(rows.map(({ stationId }) => stationId));
}
