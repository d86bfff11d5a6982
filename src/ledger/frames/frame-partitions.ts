import type { Pool } from 'pg';

const dayMs = 86_400_000;
const daysAhead = 3;

/** One partition per day, made ahead of time: a missing one would refuse the frames of that day. */
export async function makePartitions(pool: Pool, today: Date): Promise<void> {
  for (let day = -1; day <= daysAhead; day += 1) await makePartition(pool, new Date(today.getTime() + day * dayMs));
}

/** Processes that start together take turns: even "if not exists" fails for the second of two who create at once. */
export async function makePartition(pool: Pool, day: Date): Promise<void> {
  const from = dateOf(day);
  const to = dateOf(new Date(day.getTime() + dayMs));
  await pool.query(
    `select pg_advisory_xact_lock(hashtextextended('sigec frame partitions', 0));
     create table if not exists ${partitionOf(from)} partition of frame for values from ('${from}T00:00:00Z') to ('${to}T00:00:00Z')`,
  );
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

/** Forgets the oldest days until the rest fits, even today if it alone is too large: a full disk would stop everything. */
export async function makeRoom(pool: Pool, mostBytes: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from (
       select child.relname as name, sum(pg_total_relation_size(child.oid)) over (order by child.relname desc) as bytes
       from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = 'frame'::regclass
     ) as since_day where bytes > $1 order by name`,
    [mostBytes],
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
