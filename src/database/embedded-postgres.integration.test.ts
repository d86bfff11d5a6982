import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { type DataDir, tempDataDir } from '../../test/support/data-dir.ts';
import { eventLog } from '../../test/support/event-log.ts';
import { shareBinaries } from '../../test/support/share-binaries.ts';
import { isServer } from './embedded/server-answers.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts';

const ownerProgram = fileURLToPath(new URL('../../test/support/own-postgres.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

let prepared: DataDir;
beforeAll(async () => {
  prepared = await tempDataDir();
  await shareBinaries(prepared.path);
  const postgres = await start(prepared);
  await query(postgres.url, 'create table note (text text)');
  await postgres.stop();
  return () => prepared[Symbol.asyncDispose]();
});

test('the first start makes a durable database that only its owner can reach', async () => {
  await using dataDir = await tempDataDir();
  await using postgres = await start(dataDir);
  expect(postgres.wasRunning).toBe(false);
  const settings = [
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'data_checksums',
    'listen_addresses',
    'server_encoding',
  ];
  const shown = await Promise.all(settings.map((name) => valueOf(postgres.url, `show ${name}`)));
  expect(shown).toEqual(['on', 'on', 'on', 'on', '', 'UTF8']);
  expect(await valueOf(postgres.url, 'show server_version')).toMatch(/^18\./);
  for (const folder of ['postgres', 'socket'])
    expect((await stat(join(dataDir.path, folder))).mode & 0o777).toBe(0o700);
});

test('a second start finds what the first one wrote', async () => {
  await using dataDir = await copyOfPrepared();
  const first = await start(dataDir);
  await query(first.url, "insert into note values ('kept')");
  await first.stop();
  expect(isServer(first.pid)).toBe(false);
  await using second = await start(dataDir);
  expect(second.wasRunning).toBe(false);
  expect(await valueOf(second.url, 'select text from note')).toBe('kept');
});

test('the server inherits no secret of ours', async () => {
  await using dataDir = await copyOfPrepared();
  process.env['ADMIN_KEY'] = 'secret-of-the-operator';
  await using postgres = await start(dataDir).finally(() => delete process.env['ADMIN_KEY']);
  await query(postgres.url, "create table env (line text); copy env from program 'env'");
  expect(await valueOf(postgres.url, "select string_agg(line, ' ') from env")).not.toContain('secret-of-the-operator');
});

test('root lends the server another account, an ordinary user runs it as itself', async () => {
  await using dataDir = await tempDataDir();
  await using postgres = await start(dataDir);
  await query(postgres.url, "create table who (uid text); copy who from program 'id -u'");
  const uid = Number(await valueOf(postgres.url, 'select uid from who'));
  expect(uid).toBe(isRoot ? 65_534 : process.getuid?.());
  expect((await stat(join(dataDir.path, 'postgres'))).uid).toBe(uid);
});

test('an ordinary user can own it', async () => {
  await using dataDir = await tempDataDir();
  await mkdir(dataDir.path);
  // As root we become nobody, unless this project lies where nobody may not enter: then there is only us to test with.
  const stranger = isRoot && (await canRunNodeAs(65_534)) ? { uid: 65_534, gid: 65_534 } : {};
  if (stranger.uid) await promisify(execFile)('chown', ['65534:65534', dataDir.path]);
  const owner = await startOwner(dataDir, stranger);
  expect(owner.wasRunning).toBe(false);
  owner.child.stdin.end();
  await once(owner.child, 'exit');
  expect(isServer(owner.pid)).toBe(false);
});

test('after kill -9 of its owner the server lives on, and the next start joins it', async () => {
  await using dataDir = await copyOfPrepared();
  const owner = await startOwner(dataDir);
  owner.child.kill('SIGKILL');
  await once(owner.child, 'exit');
  await query(owner.url, "insert into note values ('still there')");
  const next = await start(dataDir);
  expect([next.wasRunning, next.pid, next.url]).toEqual([true, owner.pid, owner.url]);
  await next.stop();
  expect(isServer(next.pid)).toBe(false);
});

test('a server that dies is started again at the same address', async () => {
  await using dataDir = await copyOfPrepared();
  const log = eventLog();
  await using postgres = await start(dataDir, { log });
  const firstPid = postgres.pid;
  const running = log.until('embedded postgres is running again');
  process.kill(firstPid, 'SIGKILL');
  await running;
  expect(postgres.pid).not.toBe(firstPid);
  expect(await valueOf(postgres.url, 'select count(*)::text from note')).toBe('0');
});

test('a server that was joined and dies is started again too', async () => {
  await using dataDir = await copyOfPrepared();
  const owner = await startOwner(dataDir);
  owner.child.kill('SIGKILL');
  await once(owner.child, 'exit');
  const log = eventLog();
  await using postgres = await start(dataDir, { log });
  const running = log.until('embedded postgres is running again');
  process.kill(owner.pid, 'SIGKILL');
  await running;
  expect(postgres.pid).not.toBe(owner.pid);
  expect(await valueOf(postgres.url, 'select count(*)::text from note')).toBe('0');
});

test('what was committed survives kill -9 of the server', async () => {
  await using dataDir = await copyOfPrepared();
  const log = eventLog();
  await using postgres = await start(dataDir, { log, settings: {} });
  const running = log.until('embedded postgres is running again');
  for (const text of ['one', 'two', 'three']) await query(postgres.url, `insert into note values ('${text}')`);
  process.kill(postgres.pid, 'SIGKILL');
  await running;
  expect(await valueOf(postgres.url, "select string_agg(text, ' ') from note")).toBe('one two three');
});

test('a dead server whose processes still run is waited for', async () => {
  await using dataDir = await copyOfPrepared();
  const log = eventLog();
  await using postgres = await start(dataDir, { log });
  const client = await connect(postgres.url);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid ?? 0;
  process.kill(backend, 'SIGSTOP'); // cannot notice that its server is gone
  const waiting = log.until('postgres cannot start yet');
  const running = log.until('embedded postgres is running again');
  process.kill(postgres.pid, 'SIGKILL');
  expect((await waiting).facts['reason']).toBe('processes of the server before it still run');
  process.kill(backend, 'SIGCONT');
  await running;
  expect(await valueOf(postgres.url, 'select 1')).toBe(1);
});

test('a lock file whose number is another program now is no obstacle', async () => {
  await using dataDir = await copyOfPrepared();
  const clusterDir = join(dataDir.path, 'postgres');
  const { uid, gid } = await stat(clusterDir);
  using other = spawn('sleep', ['60'], isRoot ? { uid, gid } : {}); // of the server's own account: only such a one could be a server
  await writeFile(
    join(clusterDir, 'postmaster.pid'),
    `${other.pid}\n${clusterDir}\n1\n5432\n${dataDir.path}/socket\n\n`,
  );
  await using postgres = await start(dataDir);
  expect(postgres.wasRunning).toBe(false);
});

test('a copy of a folder whose server runs gets a server of its own', async () => {
  await using original = await copyOfPrepared();
  await using running = await start(original);
  await using copy = await copyOf(original);
  expect(existsSync(join(copy.path, 'postgres', 'postmaster.pid'))).toBe(true);
  await using postgres = await start(copy);
  expect(postgres.wasRunning).toBe(false);
  expect(postgres.url).not.toBe(running.url);
});

test('of two that start at once on an empty folder one starts the server and the other joins', async () => {
  await using dataDir = await tempDataDir();
  const both = await Promise.all([start(dataDir), start(dataDir)]);
  expect(both.filter(({ wasRunning }) => wasRunning)).toHaveLength(1);
  expect(new Set(both.map(({ pid }) => pid)).size).toBe(1);
  await Promise.all(both.map((each) => each.leave()));
  await both[0].stop();
});

test('a server that does not answer is named', async () => {
  await using dataDir = await copyOfPrepared();
  const first = await start(dataDir);
  process.kill(first.pid, 'SIGSTOP');
  await expect(start(dataDir, { patienceMs: 500 })).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringContaining(`process ${first.pid}, runs but does not answer`) as string,
  });
  process.kill(first.pid, 'SIGCONT');
  await first.stop();
});

test('a socket path that is too long is replaced by a short one', async () => {
  await using dataDir = await tempDataDir();
  const deep = { path: join(dataDir.path, 'x'.repeat(120)) };
  await using postgres = await start(deep);
  expect(await valueOf(postgres.url, 'select 1')).toBe(1);
  const folder = new URL(postgres.url).searchParams.get('host') ?? '';
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await postgres.stop();
  await rm(folder, { recursive: true });
});

test.for([
  [
    'holds files but no database',
    async (cluster: string) => rm(join(cluster, 'PG_VERSION')),
    /PG_VERSION is missing.*restore it from a backup/,
  ],
  [
    'is of another version',
    async (cluster: string) => writeFile(join(cluster, 'PG_VERSION'), '17\n'),
    /PostgreSQL 17, and SIGEC needs one of PostgreSQL 18/,
  ],
  [
    'has lost its control file',
    async (cluster: string) => rm(join(cluster, 'global', 'pg_control')),
    /is damaged: restore that folder from a backup/,
  ],
  [
    'has a wrong setting',
    async (cluster: string) => writeFile(join(cluster, 'postgresql.auto.conf'), 'work_mem = lots\n'),
    /Correct postgresql.conf/,
  ],
] as const)('a folder that %s ends the start with a sentence', async ([, damage, sentence]) => {
  await using dataDir = await copyOfPrepared();
  await damage(join(dataDir.path, 'postgres'));
  await expect(start(dataDir)).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringMatching(sentence) as string,
  });
});

test('a data directory that is a file ends the start with a sentence', async () => {
  await using dataDir = await tempDataDir();
  await writeFile(dataDir.path, '');
  await expect(start(dataDir)).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringContaining('has to be a folder') as string,
  });
});

test('a start that is called off leaves no server behind', async () => {
  await using dataDir = await copyOfPrepared();
  await expect(start(dataDir, { signal: AbortSignal.abort() })).rejects.toThrow();
  expect(await readFile(join(dataDir.path, 'postgres', 'postmaster.pid'), 'utf8').catch(() => 'none')).toBe('none');
});

async function start(
  dataDir: { path: string },
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres & AsyncDisposable> {
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir.path, log: silentLog, ...options });
  return Object.defineProperty(postgres, Symbol.asyncDispose, { value: () => postgres.stop() }) as EmbeddedPostgres &
    AsyncDisposable;
}

/** Making a cluster takes a second; a copy of the prepared one takes a moment. */
function copyOfPrepared(): Promise<DataDir> {
  return copyOf(prepared);
}

async function copyOf(original: DataDir): Promise<DataDir> {
  const copy = await tempDataDir();
  await promisify(execFile)('cp', ['-a', original.path, copy.path]);
  return copy;
}

type Owner = { child: ChildProcessByStdio<Writable, Readable, null>; url: string; pid: number; wasRunning: boolean };

async function startOwner(dataDir: DataDir, account: { uid?: number; gid?: number } = {}): Promise<Owner> {
  const child = spawn(process.execPath, [ownerProgram, dataDir.path], {
    ...account,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { ...(JSON.parse(line) as Omit<Owner, 'child'>), child };
}

async function canRunNodeAs(uid: number): Promise<boolean> {
  const run = promisify(execFile)(process.execPath, ['--check', ownerProgram], { uid, gid: uid });
  return run.then(
    () => true,
    () => false,
  );
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // the tests end servers on purpose
  await client.connect();
  return client;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connect(url);
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function valueOf(url: string, sql: string): Promise<unknown> {
  const [row] = await query(url, sql);
  return Object.values(row ?? {})[0];
}
