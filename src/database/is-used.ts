import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#base/log.ts';
import { connectClient } from './database.ts';

/** How long the connections of a process that has just ended may be seen. */
const lingerMs = 2_000;

/** Whether others work with the server: the product is always connected while it runs. */
export async function isUsed(url: string, log: Log): Promise<boolean> {
  const client = await connectClient(url, log);
  try {
    for (const giveUpAt = Date.now() + lingerMs; Date.now() < giveUpAt; await pause(50)) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      if (rowCount === 0) return false;
    }
    return true;
  } finally {
    await client.end();
  }
}
