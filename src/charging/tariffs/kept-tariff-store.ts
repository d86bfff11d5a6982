import type { Pool } from 'pg';
import type { TariffSyncState } from '#contract/billing/tariff.ts';
import { deleteProjection, tableProjection } from '../rows.ts';

export type KeptTariffRow = {
  stationId: string;
  evseId: number;
  tariffId: string;
  version: number;
  state: TariffSyncState;
  said: string | null;
  since: Date;
  sentAt: Date;
};

export const keptTariffs = tableProjection<KeptTariffRow>({
  name: 'kept tariffs',
  table: 'kept_tariff',
  key: ['stationId', 'evseId'],
});

export const takenTariffs = deleteProjection<{ stationId: string; evseId: number }>({
  name: 'taken tariffs',
  table: 'kept_tariff',
  key: ['stationId', 'evseId'],
});

export async function readKeptTariffs(pool: Pool, stationId: string): Promise<KeptTariffRow[]> {
  const { rows } = await pool.query<KeptTariffRow>(
    `select station_id as "stationId", evse_id as "evseId", tariff_id as "tariffId", version, state, said, since, sent_at as "sentAt"
     from kept_tariff where station_id = $1 order by evse_id`,
    [stationId],
  );
  return rows;
}

/** A station that calculates by itself, with what it was told of our own accord. */
export type PricedStation = { stationId: string; bootedAt: Date | null; evseIds: number[]; held: KeptTariffRow[] };

type Stored = Omit<PricedStation, 'held'> & {
  held: (Omit<KeptTariffRow, 'stationId' | 'since' | 'sentAt'> & { since: string; sentAt: string })[] | null;
};

/** Those of them that are online here and speak the version that calculates by itself; `ids` null: of all. */
export async function readPricedStations(
  pool: Pool,
  { nodeId, ids }: { nodeId: string; ids: readonly string[] | null },
): Promise<PricedStation[]> {
  const { rows } = await pool.query<Stored>(
    `select id as "stationId", booted_at as "bootedAt", array(
         select distinct evse_id from connector where station_id = station.id and evse_id > 0 order by evse_id) as "evseIds",
       (select json_agg(json_build_object('evseId', evse_id, 'tariffId', tariff_id, 'version', version, 'state', state, 'said', said,
          'since', since, 'sentAt', sent_at) order by evse_id)
        from kept_tariff where station_id = station.id) as held
     from station where link_node = $1 and offline_reason is null and link_version = '2.1'${ids === null ? '' : ' and id = any($2)'}
     order by id collate "C"`,
    ids === null ? [nodeId] : [nodeId, ids],
  );
  return rows.map(({ held, ...station }) => ({
    ...station,
    held: (held ?? []).map(({ since, sentAt, ...row }) => ({
      stationId: station.stationId,
      ...row,
      since: new Date(since),
      sentAt: new Date(sentAt),
    })),
  }));
}
