import type { Pool } from 'pg';
import { transaction } from '#database/in-transaction.ts';
import { endLeftOpen } from './commands/end-left-open.ts';
import { markLeftBehind } from './stations/disconnect-outbox.ts';

/** What a node left behind that has been silent for too long. Its commands wait while PostgreSQL still has its connection: it may stand still. */
export function sweepNode(pool: Pool, node: string): Promise<{ stations: number; commands: number }> {
  return transaction(pool, async (client) => {
    const { rows } = await client.query<{ is_ours: boolean; is_gone: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended('sigec sweep ' || $1, 0)) as is_ours,
         pg_try_advisory_xact_lock(hashtextextended('sigec node ' || $1, 0)) as is_gone`,
      [node],
    );
    const [lock] = rows;
    const stations = lock?.is_ours === true ? await markLeftBehind(client, node) : 0;
    const commands = lock?.is_ours === true && lock.is_gone ? await endLeftOpen(client, node) : 0;
    return { stations, commands };
  });
}
