import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Client } from 'pg';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { connectClient, isUsed } from '../database.ts';
import { type Account, giveTo } from '../embedded/account.ts';
import { socketFolder } from '../embedded/endpoint.ts';
import { keptLogOf } from '../embedded/kept-log.ts';
import { askServer, isHeldBy, readPostmasterFile } from '../embedded/server-answers.ts';
import { prepareDataDir, startEmbeddedPostgres } from '../embedded-postgres.ts';
import { clusterName } from './back-up.ts';
import { systemIdentifierOf } from './cluster-files.ts';
import { copyFile, makeFolders, mustFit, severalAtOnce, syncFolders, writeFileForGood } from './copy-files.ts';
import { findLog, type LogToReplay, type Until } from './log-to-replay.ts';
import { findBackup, type Manifest, mustFitHere } from './manifest.ts';
import { BackupProblem } from './problem.ts';

export type Restore = {
  folder: string;
  dataDir: string;
  /** Absent: as it was when the backup ended. */
  until?: Until;
  /** Which way of several the log went on; a restore begins a new one. */
  timeline?: number | undefined;
  keepWal?: string | undefined;
  productVersion: string;
  knownMigrations: ReadonlySet<string>;
  now: Date;
  log: Log;
  signal: AbortSignal;
  onStep: (step: RestoreStep) => void;
};

export type RestoreStep =
  | { step: 'copying'; folder: string; madeAt: Date; bytes: number }
  | { step: 'recovering' }
  | { step: 'checking' };

export type Restored = {
  folder: string;
  manifest: Manifest;
  dataDir: string;
  /** The last transaction that is there; null where none came between the start and the end of the backup. */
  lastTransactionAt: Date | null;
  tables: TablesRead;
  movedTo: string | null;
};

/**
 * Recovers the backup beside the present database, looks at all of it, and only then puts it in its place. Whatever fails
 * before leaves the present one as it was, and the present one is moved aside, never deleted.
 */
export async function restore(needs: Restore): Promise<Restored> {
  const { keepWal, log, now, signal } = needs;
  const dataDir = resolve(needs.dataDir);
  const clusterDir = join(dataDir, clusterName);
  const until = needs.until instanceof Date ? needs.until : undefined;
  const { folder, manifest } = await findBackup(needs.folder, until);
  mustFitHere(manifest, needs);
  await mustNotRun(dataDir, log);
  const account = await prepareDataDir({ dataDir, clusterDir });
  const sources = [
    ...(keepWal === undefined ? [] : [keptLogOf(keepWal, manifest.systemIdentifier)]),
    // What had not been kept yet when the present server ended.
    ...((await systemIdentifierOf(clusterDir)) === manifest.systemIdentifier ? [join(clusterDir, 'pg_wal')] : []),
  ];
  const replayed = await findLog({ ...needs, until: needs.until, manifest, sources });

  await mustFit(dataDir, manifest.bytes + manifest.segmentBytes * replayed.files.length);
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const stage = join(dataDir, `restoring-${stamp}`);
  try {
    await mkdir(stage, { mode: 0o700 });
    await layOut({ ...needs, folder, manifest, replayed, account, stage });
    const found = await recover({ ...needs, dataDir, stage, timeline: replayed.timeline });
    await mustNotRun(dataDir, log); // it took a while
    const movedTo = await putInPlace({ stage, clusterDir, stamp });
    return { folder, manifest, dataDir, movedTo, ...found };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await rm(stage, { recursive: true, force: true });
    const sockets = socketFolder(stage);
    if (!sockets.startsWith(stage)) await rm(sockets, { recursive: true, force: true });
  }
}

type LayOut = Restore & {
  manifest: Manifest;
  replayed: LogToReplay;
  account: Account | undefined;
  stage: string;
};

/**
 * Copies the backup, file by file as the manifest names them, and the log that follows it. PostgreSQL syncs every file of a
 * cluster before it recovers it, so that is not done twice.
 */
async function layOut(needs: LayOut): Promise<void> {
  const { folder, manifest, replayed, stage, account, signal, onStep } = needs;
  const { files, folders, bytes, endedAt } = manifest;
  onStep({ step: 'copying', folder, madeAt: new Date(endedAt), bytes });
  await makeFolders(stage, folders);
  const wanted = files.filter(({ path }) => path.startsWith(join(clusterName, '/')));
  await severalAtOnce(wanted, async ({ path, sha256 }) => {
    const file = join(folder, path);
    const copy = await copyFile({ from: file, to: join(stage, path), isForGood: false, signal });
    if (copy === undefined) throw new BackupProblem('file-missing', { file });
    if (copy.sha256 !== sha256) throw new BackupProblem('file-differs', { file });
  });
  await severalAtOnce(replayed.files, async ([name, file]) => {
    await copyFile({ from: file, to: join(stage, clusterName, 'pg_wal', name), isForGood: false, signal });
  });
  // Told that it recovers an archive, PostgreSQL refuses a log that ends before the backup does, and begins a new timeline.
  await writeFileForGood(join(stage, clusterName, 'recovery.signal'), '');
  await giveTo(account, stage);
}

type Recover = Pick<Restore, 'dataDir' | 'until' | 'keepWal' | 'log' | 'signal' | 'onStep'> & {
  stage: string;
  timeline: number;
};

async function recover(needs: Recover): Promise<Pick<Restored, 'lastTransactionAt' | 'tables'>> {
  const { dataDir, stage, until, timeline, keepWal, log, signal, onStep } = needs;
  onStep({ step: 'recovering' });
  const settings = {
    restore_command: 'false', // all of the log that is wanted lies there already
    hot_standby: 'off', // it answers when it has recovered, not before
    recovery_target_timeline: String(timeline),
    recovery_target_action: 'promote',
    ...(until === undefined && { recovery_target: 'immediate' }),
    ...(until instanceof Date && { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00') }),
  };
  const staged = { dataDir: stage, copyBinariesTo: dataDir, settings };
  const postgres = await startEmbeddedPostgres({ ...staged, log, signal, keepWal }).catch(async (cause: unknown) => {
    throw await recoveryProblem(cause, needs);
  });
  try {
    const client = await connectClient(postgres.url, log, { query_timeout: 0 });
    try {
      onStep({ step: 'checking' });
      const lastTransactionAt = await lastReplayed(client);
      const tables = await readEveryTable(client, signal);
      return { lastTransactionAt, tables };
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
}

async function lastReplayed(client: Client): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
  return rows[0]?.at ?? null;
}

async function recoveryProblem(cause: unknown, { stage, until }: Recover): Promise<BackupProblem> {
  const told = asError(cause).cause; // the server's own sentence, without advice that is meant for a start
  const reason = typeof told === 'string' ? told : asError(cause).message;
  if (!(until instanceof Date) || !reason.includes('before configured recovery target was reached'))
    return new BackupProblem('recovery-failed', { reason }, cause);
  const log = await readFile(join(stage, 'postgres.log'), 'utf8').catch(() => '');
  const last = /last completed transaction was at log time (\S+ \S+)/.exec(log)?.[1];
  return new BackupProblem(
    'log-ends-early',
    { until, lastAt: last === undefined ? null : new Date(`${last}Z`) },
    cause,
  );
}

/** Two renames: at any moment the present database is in its place, or moved aside and named. */
async function putInPlace(needs: { stage: string; clusterDir: string; stamp: string }): Promise<string | null> {
  const { stage, clusterDir, stamp } = needs;
  const aside = `${clusterDir}.before-restore-${stamp}`;
  const hasPresent = existsSync(clusterDir);
  if (hasPresent) await rename(clusterDir, aside);
  try {
    await rename(join(stage, clusterName), clusterDir);
  } catch (error) {
    if (hasPresent) await rename(aside, clusterDir);
    throw error;
  }
  await syncFolders(clusterDir, []);
  return hasPresent ? aside : null;
}

/** Refuses while the product runs on the folder. A server that it left behind when it was killed, which nobody uses, is stopped. */
async function mustNotRun(dataDir: string, log: Log): Promise<void> {
  const clusterDir = join(dataDir, clusterName);
  const file = await readPostmasterFile(clusterDir);
  if (file === undefined) return;
  if (!(await isHeldBy(file, clusterDir))) {
    if (await isServedElsewhere(dataDir)) throw new BackupProblem('product-runs', { dataDir });
    return;
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  if (await isUsed(postgres.url, log)) {
    await postgres.leave();
    throw new BackupProblem('product-runs', { dataDir });
  }
  await postgres.stop();
}

/** Of another container one sees no process, but its socket answers. */
async function isServedElsewhere(dataDir: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  return (await askServer({ kind: 'socket', folder: socketFolder(dataDir) })) !== 'silent';
}

export type TablesRead = { tables: number; rows: number };

/** Reads every page of every table, catalogues and long values too: PostgreSQL checks the sum of each page that it reads. */
async function readEveryTable(client: Client, signal: AbortSignal): Promise<TablesRead> {
  await client.query('set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off');
  const { rows: tables } = await client.query<{ name: string; isOurs: boolean }>(
    `select format('%I.%I', nspname, relname) as name, relkind = 'r' and nspname = 'public' as "isOurs"
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 't', 'm') order by 1`,
  );
  const read: TablesRead = { tables: 0, rows: 0 };
  for (const { name, isOurs } of tables) {
    signal.throwIfAborted();
    const rows = await countRows(client, name);
    if (isOurs) {
      read.tables += 1;
      read.rows += rows;
    }
  }
  return read;
}

async function countRows(client: Client, table: string): Promise<number> {
  try {
    const { rows } = await client.query<{ count: number }>(`select count(*) from ${table}`);
    return rows[0]?.count ?? 0;
  } catch (cause) {
    throw new BackupProblem('table-damaged', { table, reason: asError(cause).message }, cause);
  }
}
