import type { Pool } from 'pg';

const dayMs = 86_400_000;
const daysAhead = 3;

/** One partition per day, made ahead of time: a missing one would refuse the frames of that day. */
export async function makePartitions(pool: Pool, today: Date): Promise<void> {
  for (let day = -1; day <= daysAhead; day += 1) {
    const from = dateOf(new Date(today.getTime() + day * dayMs));
    const to = dateOf(new Date(today.getTime() + (day + 1) * dayMs));
    await pool.query(
      `create table if not exists ${partitionOf(from)} partition of frame for values from ('${from}T00:00:00Z') to ('${to}T00:00:00Z')`,
    );
  }
}

/** Forgetting by the day costs nothing: no row is deleted, a table is dropped. */
export async function dropOldPartitions(pool: Pool, before: Date): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select child.relname as name from pg_inherits
     join pg_class child on child.oid = inhrelid
     where inhparent = 'frame'::regclass and child.relname < $1`,
    [partitionOf(dateOf(before))],
  );
  for (const { name } of rows) await pool.query(`drop table if exists ${name}`);
  return rows.map(({ name }) => name);
}

function partitionOf(date: string): string {
  return `frame_${date.replaceAll('-', '_')}`;
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
