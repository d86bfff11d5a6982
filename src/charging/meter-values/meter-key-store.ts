import type { Pool } from 'pg';
import type { MeterKey } from '#contract/sessions/meter-keys.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { deleteRows, putRows, readRows } from '../rows.ts';
import type { StoredKey } from './check-signature.ts';
import { readPublicKey } from './public-key.ts';

export type StationKeys = { stationId: string; keys: readonly MeterKey[] };

export const meterKeys: Projection<StationKeys> = {
  name: 'meter keys',
  identity: ({ stationId }) => stationId,
  async write(client, stations) {
    await deleteRows(client, { table: 'meter_key', key: ['stationId'] }, stations);
    await putRows(
      client,
      { table: 'meter_key' },
      stations.flatMap(({ stationId, keys }) => keys.map((key) => ({ stationId, ...key }))),
    );
  },
};

export async function readMeterKeys(pool: Pool, stationId: string): Promise<MeterKey[]> {
  return readRows(
    pool,
    `select id, evse_id, public_key, curve, valid_from, valid_to, set_at, set_by
     from meter_key where station_id = $1 order by evse_id, valid_from nulls first, id`,
    [stationId],
  );
}

export async function storedKeys(pool: Pool, stationId: string): Promise<(StoredKey & { evseId: number })[]> {
  const keys = await readMeterKeys(pool, stationId);
  return keys.flatMap(({ id, evseId, publicKey, validFrom, validTo }) => {
    const key = readPublicKey(publicKey);
    if (key === undefined) return [];
    return [{ ...key, id, evseId, validFrom: dateOf(validFrom), validTo: dateOf(validTo) }];
  });
}

function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
