import type { Pool } from 'pg';

/** A table that is partitioned by a time of our own clock, so that forgetting costs nothing: no row is deleted, a table is dropped. */
export type TimedTable = {
  name: string;
  column: string;
  everyDays: 1 | 7;
  /** The default partition, which takes what has no other place yet. */
  rest?: string;
};

const dayMs = 86_400_000;
/** 1970 began on a Thursday: weeks begin on the Monday before it. */
const firstMondayMs = -3 * dayMs;
/** Writers wait behind a lock that we wait for, and stations behind them; what did not succeed is tried again within the hour. */
const lockTimeoutMs = 1_000;
const lockNotAvailable = '55P03';

/** The partition that holds this time, and those that follow, made before they are needed. */
export async function makePartitions(
  pool: Pool,
  table: TimedTable,
  { from, count }: { from: Date; count: number },
): Promise<void> {
  const times = Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * table.everyDays * dayMs));
  const known = new Set(await partitionsOf(pool, table));
  for (const time of times) if (!known.has(nameOf(table, time))) await makePartition(pool, table, time);
}

/**
 * Made beside the table and then attached, which leaves readers alone; rows that had to wait in the rest move in. Writers wait a
 * moment: one that had chosen the rest already would find itself in the wrong place. Processes that start together take turns.
 */
export async function makePartition(pool: Pool, table: TimedTable, time: Date): Promise<void> {
  const start = startOf(table, time);
  const [from, to] = [start, new Date(start.getTime() + table.everyDays * dayMs)].map((each) => each.toISOString());
  const { name, column, rest } = table;
  const partition = nameOf(table, time);
  const moveIn =
    rest === undefined
      ? ''
      : `lock table only ${name} in share row exclusive mode;
         lock table ${rest} in access exclusive mode;
         with moved as (delete from ${rest} where ${column} >= '${from}' and ${column} < '${to}' returning *)
         insert into ${partition} select * from moved;`;
  await inTurn(
    pool,
    table,
    `if to_regclass('${partition}') is not null then return; end if;
     create table ${partition} (like ${name} including constraints);
     ${moveIn}
     alter table ${name} attach partition ${partition} for values from ('${from}') to ('${to}');`,
  );
}

/** Gives what had to wait in the default partition a place of its own; returns how many partitions that made. */
export async function sortRest(pool: Pool, table: TimedTable & { rest: string }): Promise<number> {
  const { rows } = await pool.query<{ at: Date }>(
    `select distinct date_trunc('day', ${table.column}, 'UTC') as at from ${table.rest} limit 1000`,
  );
  const starts = new Map(rows.map(({ at }) => [nameOf(table, at), at]));
  for (const at of starts.values()) await makePartition(pool, table, at);
  return starts.size;
}

export async function dropOldPartitions(pool: Pool, table: TimedTable, before: Date): Promise<string[]> {
  const oldest = nameOf(table, before);
  const old = (await partitionsOf(pool, table)).filter((name) => name < oldest);
  return dropPartitions(pool, table, old);
}

/** Returns those that are gone; one that is being read stays until the next time. */
export async function dropPartitions(pool: Pool, table: TimedTable, names: readonly string[]): Promise<string[]> {
  const dropped: string[] = [];
  for (const name of names) {
    try {
      await inTurn(pool, table, `drop table if exists ${name};`);
      dropped.push(name);
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
    }
  }
  return dropped;
}

/** Oldest first; the default partition is none of them. */
export async function partitionsOf(pool: Pool, { name }: TimedTable): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
     where inhparent = $1::regclass and child.relname ~ '_[0-9]{4}_[0-9]{2}_[0-9]{2}$' order by name`,
    [name],
  );
  return rows.map((row) => row.name);
}

async function inTurn(pool: Pool, { name }: TimedTable, work: string): Promise<void> {
  await pool.query(
    `select pg_advisory_xact_lock(hashtextextended('sigec partitions of ${name}', 0));
     set local lock_timeout = ${lockTimeoutMs};
     do $work$ begin ${work} end $work$;`,
  );
}

function nameOf(table: TimedTable, time: Date): string {
  return `${table.name}_${startOf(table, time).toISOString().slice(0, 10).replaceAll('-', '_')}`;
}

function startOf({ everyDays }: TimedTable, time: Date): Date {
  const begin = everyDays === 1 ? 0 : firstMondayMs;
  const length = everyDays * dayMs;
  return new Date(begin + Math.floor((time.getTime() - begin) / length) * length);
}
