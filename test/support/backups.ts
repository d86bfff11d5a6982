import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { silentLog } from '../../src/base/log.ts';
import { type BackUp, type BackupMade, backUp } from '../../src/database/backup/back-up.ts';
import { type Restore, type Restored, restore } from '../../src/database/backup/restore.ts';
import { isServer } from '../../src/database/embedded/server-answers.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { type DataDir, tempDataDir } from './data-dir.ts';
import { shareBinaries } from './share-binaries.ts';

const never = new AbortController().signal;

/** A database with one small table, in a data directory of its own, and a place for its backups. */
export class Source implements AsyncDisposable {
  readonly dataDir: DataDir;
  private readonly postgres: EmbeddedPostgres;

  private readonly isOwner: boolean;

  private constructor(dataDir: DataDir, postgres: EmbeddedPostgres, isOwner: boolean) {
    this.dataDir = dataDir;
    this.postgres = postgres;
    this.isOwner = isOwner;
  }

  static async open(
    given: { keepWal?: string; settings?: Record<string, string>; dataDir?: DataDir } = {},
  ): Promise<Source> {
    const { keepWal, settings = {}, dataDir = await copyOfPrepared() } = given;
    const postgres = await startEmbeddedPostgres({ dataDir: dataDir.path, log: silentLog, settings, keepWal });
    return new Source(dataDir, postgres, given.dataDir === undefined);
  }

  get url(): string {
    return this.postgres.url;
  }

  get backups(): string {
    return join(dirname(this.dataDir.path), 'backups');
  }

  get cluster(): string {
    return join(this.dataDir.path, 'postgres');
  }

  ask<Row extends object>(sql: string): Promise<Row[]> {
    return ask<Row>(this.url, sql);
  }

  async note(number: number, text: string): Promise<void> {
    await this.ask(`insert into note values (${number}, '${text}')`);
  }

  async now(): Promise<Date> {
    const [row] = await this.ask<{ at: Date }>('select clock_timestamp() as at');
    return row?.at ?? new Date(0);
  }

  backUp(changes: Partial<BackUp> = {}): Promise<BackupMade> {
    return backUp({
      url: this.url,
      clusterDir: this.cluster,
      folder: this.backups,
      productVersion: '0.0.0',
      now: new Date(),
      log: silentLog,
      signal: never,
      onProgress: () => undefined,
      ...changes,
    });
  }

  stop(): Promise<void> {
    return this.postgres.stop();
  }

  leave(): Promise<void> {
    return this.postgres.leave();
  }

  /** As when the power fails. */
  async kill(): Promise<void> {
    await this.postgres.leave();
    process.kill(this.postgres.pid, 'SIGKILL');
    while (isServer(this.postgres.pid)) await pause(10);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.postgres.stop();
    if (this.isOwner) await this.dataDir[Symbol.asyncDispose]();
  }
}

export async function bringBack(
  { folder }: { folder: string },
  into: DataDir,
  changes: Partial<Restore> = {},
): Promise<Restored> {
  if (!existsSync(into.path)) await shareBinaries(into.path);
  return restore({
    folder,
    dataDir: into.path,
    productVersion: '0.0.0',
    knownMigrations: new Set(),
    now: new Date(),
    log: silentLog,
    signal: never,
    onStep: () => undefined,
    ...changes,
  });
}

export async function notesIn(dataDir: DataDir, keepWal?: string): Promise<string[]> {
  return withDatabase(dataDir.path, keepWal, async (client) => {
    const { rows } = await client.query<{ text: string }>('select text from note order by number');
    return rows.map(({ text }) => text);
  });
}

/** Serves a database that nobody serves, as long as the work takes. */
export async function withDatabase<Result>(
  dataDir: string,
  keepWal: string | undefined,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, keepWal });
  try {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
}

export async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // the tests end servers on purpose
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function tempFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'sigec-folder-'));
  await chmod(path, 0o755); // as root, PostgreSQL passes through as another user
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

let prepared: Promise<DataDir> | undefined;

/** Making a cluster takes a second; a copy of a prepared one takes a moment. */
async function copyOfPrepared(): Promise<DataDir> {
  prepared ??= prepare();
  const copy = await tempDataDir();
  await promisify(execFile)('cp', ['-a', (await prepared).path, copy.path]);
  return copy;
}

async function prepare(): Promise<DataDir> {
  const dataDir = await tempDataDir();
  await shareBinaries(dataDir.path);
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir.path, log: silentLog });
  await ask(postgres.url, 'create table note (number bigint primary key, text text not null)');
  await ask(postgres.url, 'create table twin (number bigint primary key references note)');
  await postgres.stop();
  return dataDir;
}

/** For `afterAll`. */
export async function removePrepared(): Promise<void> {
  await (await prepared)?.[Symbol.asyncDispose]();
  prepared = undefined; // the next file in this worker prepares its own
}

/** Every table of ours, by its rows and a sum over all of them. */
export async function tablesOf(
  dataDir: string,
  keepWal?: string,
): Promise<Record<string, { rows: number; sum: string }>> {
  return withDatabase(dataDir, keepWal, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    );
    const tables: Record<string, { rows: number; sum: string }> = {};
    for (const { name } of rows) {
      const found = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      const hash = createHash('sha256');
      for (const { row } of found.rows) hash.update(row).update('\n');
      tables[name] = { rows: found.rows.length, sum: hash.digest('hex') };
    }
    return tables;
  });
}
