import type { ClientBase } from 'pg';
import type { NewVehicle } from '#contract/vehicles/vehicle.ts';
import { addVehicles } from './add-vehicles.ts';

type Queries = Pick<ClientBase, 'query'>;

const atOnce = 5_000;

export type FillStock = {
  vehicles: Iterable<NewVehicle>;
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number) => void) | undefined;
};

/** Adds many, a part at a time: one that is broken off keeps the parts before. */
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

/** Searches read indexes alone where the rows are known to be visible, and choose their way by statistics. */
export async function settleStock(pool: Queries, added: number): Promise<void> {
  const settling = added >= 1_000 ? `vacuum (analyze) ${tables}` : `analyze ${tables}`;
  await pool.query(settling).catch(() => undefined); // the database does so by itself, a little later
}
