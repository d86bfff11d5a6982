import type { Pool } from 'pg';
import type { Log } from '#base/log.ts';
import { WriteBehind } from '#base/write-behind.ts';
import { saveLastUsed } from './key-store.ts';

/** When keys were used; the latest use counts. A request costs no write. */
export type LastUsed = WriteBehind<Date>;

export function openLastUsed({ pool, log }: { pool: Pool; log: Log }): LastUsed {
  return new WriteBehind({
    ...{ task: 'write the last use of keys', everyMs: 30_000, log },
    merge: (_earlier, later) => later,
    write: (uses) => saveLastUsed(pool, uses),
  });
}
