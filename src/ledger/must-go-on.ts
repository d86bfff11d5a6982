import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';

/**
 * Whoever follows the ledger reads it in the order of its transactions. In a server that counts from the beginning again, what comes now
 * would stand before what is there, and nobody would hear of it.
 */
export async function mustGoOn(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    'select from (select xid from event order by xid desc limit 1) as newest where xid >= pg_snapshot_xmax(pg_current_snapshot())',
  );
  if (rows.length === 0) return;
  throw new SigecError(
    'CANNOT_START',
    'The events of this database are from a server that had counted more transactions than this one: it was restored from a dump (pg_dump), and nobody would hear of what comes now. Restore a copy of the whole server (pg_basebackup, or sigec database restore).',
  );
}
