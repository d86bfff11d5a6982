import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres.ts';
import { dropOldPartitions, makePartition, makePartitions, partitionsOf, sortRest } from './time-partitions.ts';

const table = { name: 'reading', column: 'at', everyDays: 7, rest: 'reading_rest' } as const;

async function freshTable() {
  const database = await freshDatabase();
  await database.pool.query(
    `create table reading (nth integer not null, at timestamptz not null) partition by range (at);
     create table reading_rest partition of reading default;
     create index reading_nth on reading (nth)`,
  );
  const count = async (from: string) => {
    const { rows } = await database.pool.query<{ rows: number }>(`select count(*)::integer as rows from ${from}`);
    return rows[0]?.rows;
  };
  return Object.assign(database, { count });
}

test('a week begins on a Monday in UTC, and the next ones are made ahead', async () => {
  await using database = await freshTable();
  await makePartitions(database.pool, table, { from: new Date('2026-11-15T23:59:59Z'), count: 3 });
  expect(await partitionsOf(database.pool, table)).toEqual([
    'reading_2026_11_09',
    'reading_2026_11_16',
    'reading_2026_11_23',
  ]);
  await database.pool.query(`insert into reading values (1, '2026-11-15T23:59:59.999Z'), (2, '2026-11-16T00:00:00Z')`);
  expect([await database.count('reading_2026_11_09'), await database.count('reading_2026_11_16')]).toEqual([1, 1]);
});

test('what had to wait in the rest moves to its week, also from before 1970', async () => {
  await using database = await freshTable();
  await database.pool.query(
    `insert into reading values (1, '1969-12-31Z'), (2, '2026-11-10Z'), (3, '2026-11-15T23:00Z'), (4, '2099-01-01Z')`,
  );
  expect(await sortRest(database.pool, table)).toBe(3);
  expect(await database.count('reading_rest')).toBe(0);
  expect(await partitionsOf(database.pool, table)).toEqual([
    'reading_1969_12_29',
    'reading_2026_11_09',
    'reading_2098_12_29',
  ]);
  expect(await database.count('reading')).toBe(4);
});

test('weeks that are over are dropped, the rest never is', async () => {
  await using database = await freshTable();
  await makePartitions(database.pool, table, { from: new Date('2026-11-01Z'), count: 4 });
  const dropped = await dropOldPartitions(database.pool, table, new Date('2026-11-12Z'));
  expect(dropped).toEqual(['reading_2026_10_26', 'reading_2026_11_02']);
  expect(await database.count('reading_rest')).toBe(0);
});

test('a week that someone reads stays until the next time', async () => {
  await using database = await freshTable();
  await makePartitions(database.pool, table, { from: new Date('2026-11-01Z'), count: 1 });
  const reader = await database.pool.connect();
  await reader.query('begin; select * from reading');
  expect(await dropOldPartitions(database.pool, table, new Date('2027-01-01Z'))).toEqual([]);
  await reader.query('commit');
  reader.release();
  expect(await dropOldPartitions(database.pool, table, new Date('2027-01-01Z'))).toEqual(['reading_2026_10_26']);
});

test('a week made late takes its rows over while others write, and none is refused or lost', async () => {
  await using database = await freshTable();
  const { pool } = database;
  let written = 0;
  const stop = new AbortController();
  const writers = Array.from({ length: 4 }, async () => {
    while (!stop.signal.aborted) {
      await pool.query(`insert into reading values ($1, '2026-11-10T08:00:00Z')`, [(written += 1)]);
    }
  });
  await expect.poll(() => written).toBeGreaterThan(200);
  await makePartition(pool, table, new Date('2026-11-10T08:00:00Z'));
  const before = written;
  await expect.poll(() => written).toBeGreaterThan(before + 200);
  stop.abort();
  await Promise.all(writers);
  expect(await database.count('reading_rest')).toBe(0);
  expect(await database.count('reading_2026_11_09')).toBe(written);
});
