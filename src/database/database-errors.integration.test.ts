import { hash } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { tempDataDir } from '../../test/support/data-dir.ts';
import { freshDatabase } from '../../test/support/postgres.ts';
import { openDatabase } from './database.ts';
import { isDatabaseAway, isRefusedByDatabase } from './database-errors.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

test('a server that is killed is away for running, waiting and new queries', async () => {
  await using dataDir = await tempDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir.path, log: silentLog });
  const database = await openDatabase({ url: postgres.url, log: silentLog });
  const own = await database.connect();
  await postgres.leave(); // nobody starts it again
  const failures = Promise.all([
    failureOf(own.query('select pg_sleep(60)')),
    failureOf(database.pool.query('select pg_sleep(60)')),
  ]);
  process.kill(postgres.pid, 'SIGKILL');
  for (const error of await failures) expect(away(error)).toEqual({ isAway: true, isRefused: false });
  expect(away(await failureOf(own.query('select 1')))).toEqual({ isAway: true, isRefused: false });
  expect(away(await failureOf(database.pool.query('select 1')))).toEqual({ isAway: true, isRefused: false });
  await database.close();
});

test('an operator who ends our connection makes the database away, not the data wrong', async () => {
  await using database = await freshDatabase();
  const own = await database.connect();
  const running = failureOf(own.query('select pg_sleep(60)'));
  const others =
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)' and datname = current_database()";
  await expect.poll(async () => (await database.pool.query(others)).rowCount).toBe(1);
  expect(away(await running)).toEqual({ isAway: true, isRefused: false });
});

test('a server that says nothing in time is away', async () => {
  await using database = await freshDatabase();
  const impatient = new Client({ connectionString: database.url, query_timeout: 50 });
  impatient.on('error', () => undefined); // dropping the database ends it
  await impatient.connect();
  expect(away(await failureOf(impatient.query('select pg_sleep(60)')))).toEqual({ isAway: true, isRefused: false });
});

test('an address where nobody listens is away', async () => {
  const client = new Client({ connectionString: 'postgresql://sigec@localhost:1/sigec' });
  expect(away(await failureOf(client.connect()))).toEqual({ isAway: true, isRefused: false });
});

test.for([
  ['a NUL in a text', 'select $1::text', ['a\u0000b']],
  ['a NUL in JSON', 'select $1::jsonb', ['{"a":"\\u0000"}']],
  ['a number out of range', 'select $1::integer', ['3000000000']],
  ['a time out of range', 'select $1::timestamptz', ['+222222017-01-01T00:00:00Z']],
  ['a broken constraint', 'insert into one values ($1)', ['1']],
  ['a value too large for its index', 'insert into long values ($1)', [incompressible(200)]],
] as const)('%s is refused data, and the server is there', async ([, sql, values]) => {
  await using database = await freshDatabase();
  await database.pool.query('create table one (id text primary key); insert into one values (1)');
  await database.pool.query('create table long (id text primary key)');
  const failure = await failureOf(database.pool.query(sql, [...values]));
  expect(away(failure)).toEqual({ isAway: false, isRefused: true });
});

test('a mistake in a statement is neither', async () => {
  await using database = await freshDatabase();
  expect(away(await failureOf(database.pool.query('select from nowhere')))).toEqual({
    isAway: false,
    isRefused: false,
  });
  expect(away('a string')).toEqual({ isAway: false, isRefused: false });
});

test('a pooler that reports its missing server as a protocol violation is away', () => {
  const error = Object.assign(new Error('server login failed'), { code: '08P01', severity: 'FATAL' });
  expect(away(error)).toEqual({ isAway: true, isRefused: false });
});

function away(error: unknown): { isAway: boolean; isRefused: boolean } {
  return { isAway: isDatabaseAway(error), isRefused: isRefusedByDatabase(error) };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
}

/** Random digits, the same in every run: PostgreSQL would compress anything regular until it fits. */
function incompressible(blocks: number): string {
  return Array.from({ length: blocks }, (_, index) => hash('sha512', String(index))).join('');
}
