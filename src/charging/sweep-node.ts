import type { Pool } from 'pg';
import { endLeftOpen } from './commands/end-left-open.ts';
import { markLeftBehind } from './stations/disconnect-outbox.ts';

/** What a node left behind that has been silent for too long. Its commands wait while PostgreSQL still has its connection: it may stand still. */
export async function sweepNode(pool: Pool, node: string): Promise<{ stations: number; commands: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ is_ours: boolean; is_gone: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('sigec sweep ' || $1, 0)) as is_ours,
         pg_try_advisory_xact_lock(hashtextextended('sigec node ' || $1, 0)) as is_gone`,
      [node],
    );
    const [lock] = rows;
    const stations = lock?.is_ours === true ? await markLeftBehind(client, node) : 0;
    const commands = lock?.is_ours === true && lock.is_gone ? await endLeftOpen(client, node) : 0;
    await client.query('commit');
    return { stations, commands };
  } catch (error) {
    await client.query('rollback').catch(() => undefined); // the connection may be what broke
    throw error;
  } finally {
    client.release();
  }
}
