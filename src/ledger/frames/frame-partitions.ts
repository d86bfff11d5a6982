import type { Pool } from 'pg';
import { dropPartitions, type TimedTable } from '#database/time-partitions.ts';

/** One partition per day. There is no default one: the recorder makes the day that it misses. */
export const frames: TimedTable = { name: 'frame_block', column: 'to_at', everyDays: 1 };

/** Forgets the oldest days until the rest fits, even today if it alone is too large: a full disk would stop everything. */
export async function makeRoom(pool: Pool, maxBytes: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from (
       select child.relname as name, sum(pg_total_relation_size(child.oid)) over (order by child.relname desc) as bytes
       from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = 'frame_block'::regclass
     ) as since_day where bytes > $1 order by name`,
    [maxBytes],
  );
  return dropPartitions(
    pool,
    frames,
    rows.map(({ name }) => name),
  );
}
