import type { Database } from '#database/database.ts';
import { madeUpVehicles } from '../market/made-up-vehicles.ts';
import { fillStock } from './fill-stock.ts';
import { isStockEmpty } from './vehicle-store.ts';

export type SeedVehicles = {
  count: number;
  /** The same seed gives the same vehicles within a year. */
  seed: number;
  year: number;
  /** Leaves a stock alone that is there. */
  isOnlyIfEmpty?: boolean;
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
};

/** Adds made-up vehicles to whatever is there, over a connection that may take its time. */
export async function seedVehicles(
  { connect }: Pick<Database, 'connect'>,
  { count, seed, year, signal, onProgress, isOnlyIfEmpty = false }: SeedVehicles,
): Promise<number> {
  const client = await connect({ queryTimeoutMs: 0 });
  try {
    if (isOnlyIfEmpty && !(await isStockEmpty(client))) return 0;
    return await fillStock(client, { vehicles: madeUpVehicles({ count, seed, year }), signal, onProgress });
  } finally {
    await client.end();
  }
}
