import type { Pool } from 'pg';
import type { StationTariffs } from '#contract/billing/tariff.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { deleteRows, listsOf, putRows, readRows } from '../rows.ts';
import type { GivenTariff } from './price-snapshot.ts';

export type StationTariffRow = { stationId: string; evseId: number; tariffId: string; setAt: Date };

/** Which price we gave a station or one of its EVSEs. The one before it ends then: sessions that began with it keep it. */
export const stationTariffs: Projection<StationTariffRow> = {
  name: 'station tariffs',
  identity: ({ stationId, evseId }) => `${stationId}\n${evseId}`,
  async write(client, rows) {
    const given = listsOf(rows, 'stationId', 'evseId', 'tariffId', 'setAt');
    const named =
      'unnest($1::text[], $2::integer[], $3::text[], $4::timestamptz[]) as given (station_id, evse_id, tariff_id, set_at)';
    await client.query(
      `update station_tariff as before set cleared_at = greatest(before.set_at, given.set_at) from ${named}
       where before.station_id = given.station_id and before.evse_id = given.evse_id and before.cleared_at is null`,
      given,
    );
    await client.query(
      `insert into station_tariff (station_id, evse_id, tariff_id, set_at) select * from ${named}
       on conflict (station_id, evse_id, set_at) do update set tariff_id = excluded.tariff_id, cleared_at = null`,
      given,
    );
  },
};

export type ClearedRow = { stationId: string; tariffIds: readonly string[] | null; evseId: number | null; at: Date };

/** Neither tariffs nor an EVSE named: all of them. */
export const clearedTariffs: Projection<ClearedRow> = {
  name: 'cleared tariffs',
  identity: (row) => JSON.stringify(row),
  async write(client, rows) {
    for (const { stationId, tariffIds, evseId, at } of rows) {
      const given = [stationId, tariffIds, evseId];
      await client.query(
        `update station_tariff set cleared_at = greatest(set_at, $4::timestamptz)
         where station_id = $1 and ($2::text[] is null or tariff_id = any($2)) and ($3::integer is null or evse_id = $3)
           and cleared_at is null`,
        [...given, at],
      );
      await client.query(
        `delete from reported_tariff
         where station_id = $1 and ($2::text[] is null or tariff_id = any($2)) and ($3::integer is null or evse_ids = array[$3])`,
        given,
      );
    }
  },
};

export type ReportedTariff = {
  tariffId: string;
  kind: 'default' | 'driver';
  validFrom: Date | null;
  evseIds: readonly number[];
  tokenIds: readonly string[];
};
export type ReportRow = { stationId: string; at: Date; tariffs: readonly ReportedTariff[] };

export const reportedTariffs: Projection<ReportRow> = {
  name: 'reported tariffs',
  identity: ({ stationId }) => stationId,
  async write(client, rows) {
    await deleteRows(client, { table: 'reported_tariff', key: ['stationId'] }, rows);
    const reported = rows.flatMap(({ stationId, at, tariffs }) =>
      tariffs.map((tariff, position) => ({ ...tariff, stationId, position, reportedAt: at })),
    );
    await putRows(client, { table: 'reported_tariff' }, reported);
  },
};

/** Of every station, now and before: it is looked into with each session event. */
export async function readAllStationTariffs(pool: Pool): Promise<(GivenTariff & { stationId: string })[]> {
  const { rows } = await pool.query<GivenTariff & { stationId: string }>(
    `select station_id as "stationId", evse_id as "evseId", tariff_id as "tariffId", set_at as "setAt", cleared_at as "clearedAt"
     from station_tariff where cleared_at is null or cleared_at > set_at`,
  );
  return rows;
}

export async function readStationTariffs(pool: Pool, stationId: string): Promise<StationTariffs> {
  const [kept, set, reported] = await Promise.all([
    readRows<StationTariffs['kept'][number]>(
      pool,
      'select evse_id, tariff_id, version, state, said, since from kept_tariff where station_id = $1 order by evse_id',
      [stationId],
    ),
    readRows<StationTariffs['set'][number]>(
      pool,
      `select evse_id, tariff_id, set_at from station_tariff
       where station_id = $1 and cleared_at is null order by evse_id`,
      [stationId],
    ),
    readRows<StationTariffs['reported'][number]>(
      pool,
      `select tariff_id, kind, valid_from, evse_ids, token_ids, reported_at
       from reported_tariff where station_id = $1 order by position`,
      [stationId],
    ),
  ]);
  return { kept, set, reported };
}
