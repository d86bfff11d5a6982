import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { NewVehicle } from '#contract/vehicles/vehicle.ts';
import type { Database } from '#database/database.ts';
import { madeUpVehicles } from '../market/made-up-vehicles.ts';
import { addVehicles, isStockEmpty } from './vehicle-store.ts';

/** The example stock: within a year it is the same in every installation. */
export const usualStock = { count: 250, seed: 42 };

/** Adds made-up vehicles for a first look; an existing stock is left as it is. */
export async function stockIfEmpty({ pool, clock }: { pool: Pool; clock: Clock }, count: number): Promise<number> {
  if (count === 0 || !(await isStockEmpty(pool))) return 0;
  const year = clock.now().getUTCFullYear();
  return fillStock(pool, { vehicles: madeUpVehicles({ count, seed: usualStock.seed, year }) });
}

type Queries = Pick<ClientBase, 'query'>;

const atOnce = 5_000;

export type FillStock = {
  vehicles: Iterable<NewVehicle>;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number) => void) | undefined;
};

/** Adds many vehicles in parts; if it is broken off, the parts before stay. */
export async function fillStock(pool: Queries, { vehicles, signal, onProgress }: FillStock): Promise<number> {
  let done = 0;
  let part: NewVehicle[] = [];
  const add = async () => {
    signal?.throwIfAborted();
    await addVehicles(pool, part);
    done += part.length;
    part = [];
    onProgress?.(done);
  };
  for (const vehicle of vehicles) {
    part.push(vehicle);
    if (part.length === atOnce) await add();
  }
  if (part.length > 0) await add();
  await settleStock(pool, done);
  return done;
}

const tables = 'veiculo, veiculo_ficha, veiculo_faixa';

/** After this, searches can read indexes alone and choose their plan by statistics. */
export async function settleStock(pool: Queries, added: number): Promise<void> {
  const settling = added >= 1_000 ? `vacuum (analyze) ${tables}` : `analyze ${tables}`;
  await pool.query(settling).catch(() => undefined); // autovacuum does the same a little later
}

export type SeedVehicles = {
  count: number;
  /** The same seed gives the same vehicles within a year. */
  seed: number;
  year: number;
  isOnlyIfEmpty?: boolean;
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
};

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
