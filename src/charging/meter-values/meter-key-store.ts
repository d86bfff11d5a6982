import type { ClientBase, Pool } from 'pg';
import type { MeterKey, MeterKeyCurve } from '#contract/sessions/meter-keys.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../put-rows.ts';
import type { StoredKey } from './check-signature.ts';
import { readPublicKey } from './public-key.ts';

export type StationKeys = { stationId: string; keys: readonly MeterKey[] };

/** All keys of a station at once: they replace those that were there. */
export const meterKeys: Projection<StationKeys> = {
  name: 'meter keys',
  identity: ({ stationId }) => stationId,
  merge: (_earlier, later) => later,
  async write(client: ClientBase, stations) {
    await client.query('delete from meter_key where station_id = any ($1)', [
      stations.map(({ stationId }) => stationId),
    ]);
    await putRows(
      client,
      { table: 'meter_key' },
      stations.flatMap(({ stationId, keys }) => keys.map((key) => ({ stationId, ...key }))),
    );
  },
};

type Row = {
  id: string;
  evse_id: number;
  public_key: string;
  curve: MeterKeyCurve;
  valid_from: Date | null;
  valid_to: Date | null;
  set_at: Date;
  set_by: string;
};

export async function readMeterKeys(pool: Pool, stationId: string): Promise<MeterKey[]> {
  const rows = await readRows(pool, stationId);
  return rows.map((row) => ({
    id: row.id,
    evseId: row.evse_id,
    publicKey: row.public_key,
    curve: row.curve,
    validFrom: row.valid_from?.toISOString() ?? null,
    validTo: row.valid_to?.toISOString() ?? null,
    setAt: row.set_at.toISOString(),
    setBy: row.set_by,
  }));
}

export async function storedKeys(pool: Pool, stationId: string): Promise<(StoredKey & { evseId: number })[]> {
  const rows = await readRows(pool, stationId);
  return rows.flatMap((row) => {
    const key = readPublicKey(row.public_key);
    if (key === undefined) return [];
    return [{ ...key, id: row.id, evseId: row.evse_id, validFrom: row.valid_from, validTo: row.valid_to }];
  });
}

async function readRows(pool: Pool, stationId: string): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    'select * from meter_key where station_id = $1 order by evse_id, valid_from nulls first, id',
    [stationId],
  );
  return rows;
}
