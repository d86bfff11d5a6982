import type { Pool } from 'pg';

/** Does it unless another node, or another call, is at it under the same name. True: it was done here. */
export async function oneAtATime(pool: Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect();
  const key = "hashtextextended('sigec ' || $1, 0)";
  let isBroken = false;
  try {
    const { rows } = await client.query<{ is_ours: boolean }>(`select pg_try_advisory_lock(${key}) as is_ours`, [name]);
    if (rows[0]?.is_ours !== true) return false;
    try {
      await work();
    } finally {
      await client.query(`select pg_advisory_unlock(${key})`, [name]).catch(() => {
        isBroken = true; // the end of the connection lets go of the lock
      });
    }
    return true;
  } finally {
    client.release(isBroken);
  }
}
