import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { madeUpVehicles } from '../market/made-up-vehicles.ts';
import { fillStock } from './fill-stock.ts';
import { isStockEmpty } from './vehicle-store.ts';

/** The stock that everybody gets who has none: always the same one within a year. */
export const usualStock = { count: 250, seed: 42 };

/** Made-up vehicles for a first look; a stock of somebody's own is left as it is. */
export async function stockIfEmpty({ pool, clock }: { pool: Pool; clock: Clock }, count: number): Promise<number> {
  if (count === 0 || !(await isStockEmpty(pool))) return 0;
  const year = clock.now().getUTCFullYear();
  return fillStock(pool, { vehicles: madeUpVehicles({ count, seed: usualStock.seed, year }) });
}
