import type { ListMode } from '#contract/access/local-list.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../rows.ts';
import type { ListRow } from './kept-station-store.ts';

/** What is not named stays. */
export type KeepingRow = { stationId: string } & Partial<Omit<ListRow, 'pinned'>> & {
    wantedTokenIds?: readonly string[];
  };

export const keptLists: Projection<KeepingRow> = {
  name: 'kept local lists',
  identity: ({ stationId }) => stationId,
  merge: (earlier, later) => ({ ...earlier, ...later }),
  async write(client, rows) {
    const alike = Map.groupBy(rows, (row) => Object.keys(row).toSorted().join());
    for (const some of alike.values()) await putRows(client, { table: 'local_list', key: ['stationId'] }, some);
  },
};

export type ModeRow = { stationId: string; mode: ListMode; pinned: readonly string[] | null };

/** Whatever was decided before is open again. */
export const listModes: Projection<ModeRow> = {
  name: 'local list modes',
  identity: ({ stationId }) => stationId,
  async write(client, rows) {
    for (const { stationId, mode, pinned } of rows)
      await client.query(
        `insert into local_list (station_id, mode, wanted_token_ids) values ($1, $2, $3)
         on conflict (station_id) do update set mode = excluded.mode, wanted_token_ids = excluded.wanted_token_ids,
           state = null, because = null, said = null, since = null, tried_at = null, next_try_at = null, tries = 0`,
        [stationId, mode, pinned],
      );
  },
};
