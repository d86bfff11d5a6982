import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { tempDataDir } from '../../test/support/data-dir.ts';
import { eventLog } from '../../test/support/event-log.ts';
import { freshDatabase } from '../../test/support/postgres.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

test('values come back exact: integers, days, amounts and lists', async () => {
  await using database = await freshDatabase();
  const { rows } =
    await database.pool.query(`select 5::int8 as safe, 9007199254740993::int8 as large, array[1, null]::int8[] as list,
    '{}'::int8[] as empty, '2026-03-01'::date as day, 1.10::numeric as amount, '2026-03-01T08:00:00Z'::timestamptz as instant`);
  expect(rows).toEqual([
    {
      safe: 5,
      large: 9_007_199_254_740_993n,
      list: [1, null],
      empty: [],
      day: '2026-03-01',
      amount: '1.10',
      instant: new Date('2026-03-01T08:00:00Z'),
    },
  ]);
});

test('connections carry our name', async () => {
  await using database = await freshDatabase();
  const { rows } = await database.pool.query('show application_name');
  expect(rows).toEqual([{ application_name: 'sigec' }]);
});

test('a database that is away at start is waited for', async () => {
  await using dataDir = await tempDataDir();
  const first = await startEmbeddedPostgres({ dataDir: dataDir.path, log: silentLog });
  await first.stop();
  const log = eventLog();
  const retrying = log.until('the database does not answer, trying again');
  const opening = openDatabase({ url: first.url, log });
  await retrying;
  const second = await startEmbeddedPostgres({ dataDir: dataDir.path, log: silentLog });
  const database = await opening;
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await database.close();
  await second.stop();
});

test('a database that stays away ends the start with a sentence that shows no password', async () => {
  const url = 'postgresql://sigec:hidden@127.0.0.1:1/sigec';
  const failure = await openDatabase({ url, log: silentLog, patienceMs: 300 }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringMatching(
      /^The database at 127\.0\.0\.1:1\/sigec does not answer: .*ECONNREFUSED.*\. Start it/,
    ) as string,
  });
  expect(String(failure)).not.toContain('hidden');
});

test('a database that does not exist ends the start at once', async () => {
  await using database = await freshDatabase();
  const url = new URL(database.url);
  url.pathname = '/nowhere';
  await expect(openDatabase({ url: url.href, log: silentLog })).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringContaining('refuses us: database "nowhere" does not exist') as string,
  });
});

test('a server older than 18 is refused', async () => {
  await using server = await olderServer();
  const { port } = server.address() as AddressInfo;
  await expect(
    openDatabase({ url: `postgresql://sigec@127.0.0.1:${port}/sigec`, log: silentLog }),
  ).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringContaining('is PostgreSQL 15.18, and SIGEC needs 18 or newer') as string,
  });
});

test('a server that goes away ends queries, not the process, and serves again when it is back', async () => {
  await using dataDir = await tempDataDir();
  const log = eventLog();
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir.path, log });
  const database = await openDatabase({ url: postgres.url, log });
  await database.pool.query('select 1'); // leaves an idle connection in the pool
  const running = log.until('embedded postgres is running again');
  const lost = log.until('an idle database connection was lost');
  process.kill(postgres.pid, 'SIGKILL');
  await Promise.all([lost, running]);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await database.close();
  await postgres.stop();
});

/** Speaks just enough of the protocol to say that it is PostgreSQL 15. */
async function olderServer(): Promise<Server> {
  const message = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const int16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 0xffff)]);
  const ready = message('Z', Buffer.from('I'));
  const version = '15.18 (Debian 15.18-0+deb12u1)';
  const column = Buffer.concat([
    Buffer.from('server_version\0'),
    int32(0),
    int16(0),
    int32(25),
    int16(0xffff),
    int32(-1),
    int16(0),
  ]);
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]));
      socket.once('data', () => {
        const answer = [
          message('T', int16(1), column),
          message('D', int16(1), int32(version.length), Buffer.from(version)),
        ];
        socket.write(Buffer.concat([...answer, message('C', Buffer.from('SHOW\0')), ready]));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('a connection in use that dies between two queries ends the next query, not the process', async () => {
  await using database = await freshDatabase();
  const client = await database.pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const died = new Promise((resolve) => client.once('end', resolve)); // `once` of node:events would hear the error instead
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await died;
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
