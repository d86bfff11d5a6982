import type { Client } from 'pg';
import { asError } from '#base/errors.ts';
import { BackupProblem } from './problem.ts';

export type TablesRead = { tables: number; rows: number };

/** Reads every page of every table, catalogues and long values too: PostgreSQL checks the sum of each page that it reads. */
export async function readEveryTable(client: Client, signal: AbortSignal): Promise<TablesRead> {
  await client.query('set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off');
  const { rows: tables } = await client.query<{ name: string; isOurs: boolean }>(
    `select format('%I.%I', nspname, relname) as name, relkind = 'r' and nspname = 'public' as "isOurs"
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 't', 'm') order by 1`,
  );
  const read: TablesRead = { tables: 0, rows: 0 };
  for (const { name, isOurs } of tables) {
    signal.throwIfAborted();
    const rows = await countRows(client, name);
    if (isOurs) {
      read.tables += 1;
      read.rows += rows;
    }
  }
  return read;
}

async function countRows(client: Client, table: string): Promise<number> {
  try {
    const { rows } = await client.query<{ count: number }>(`select count(*) from ${table}`);
    return rows[0]?.count ?? 0;
  } catch (cause) {
    throw new BackupProblem('table-damaged', { table, reason: asError(cause).message }, cause);
  }
}
