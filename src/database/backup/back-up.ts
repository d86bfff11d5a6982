import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Client } from 'pg';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { connectClient } from '../database.ts';
import { isDatabaseAway } from '../database-errors.ts';
import { controlFile, listCluster, readControlFile } from './cluster-files.ts';
import {
  copyFile,
  makeFolders,
  mustFit,
  type Progress,
  severalAtOnce,
  syncFolders,
  writeFileForGood,
} from './copy-files.ts';
import { type BackedUpFile, type Manifest, manifestName, unfinishedEnd } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { historyPattern, numberOf, segmentAt, segmentPattern } from './write-ahead-log.ts';

export const clusterName = 'postgres';
export const keyName = 'installation.key';

export type BackUp = {
  /** Of the embedded server that works on the cluster; it runs on meanwhile. */
  url: string;
  clusterDir: string;
  folder: string;
  keyFile?: string | undefined;
  productVersion: string;
  now: Date;
  log: Log;
  signal: AbortSignal;
  /** Bytes copied, of about as many; the copying waits for whoever is told. */
  onProgress: (bytes: number, ofBytes: number) => Promise<void> | void;
};

export type BackupMade = { folder: string; manifest: Manifest };

/**
 * Copies the files of a running cluster between the start and the stop of a base backup, and the write-ahead log of that
 * time, which makes one state of what was copied while it changed. The manifest is written last, and only then does the
 * folder get its name: whatever has that name is whole.
 */
export async function backUp(needs: BackUp): Promise<BackupMade> {
  const parent = resolve(needs.folder);
  if (!relative(resolve(needs.clusterDir), parent).startsWith('..'))
    throw new BackupProblem('folder-in-cluster', { folder: parent });
  const folder = join(parent, backupNameOf(needs.now));
  const draft = `${folder}${unfinishedEnd}`;
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    await mkdir(draft, { mode: 0o700 });
  } catch (cause) {
    throw new BackupProblem('folder-unusable', { folder: parent, reason: asError(cause).message }, cause);
  }
  try {
    const manifest = await fill(draft, needs);
    await rename(draft, folder);
    await syncFolders(folder, []);
    return { folder, manifest };
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    needs.signal.throwIfAborted();
    if (!isDatabaseAway(cause)) throw cause;
    throw new BackupProblem('server-lost', { reason: asError(cause).message }, cause);
  }
}

/** "sigec-20261115T100000Z", sortable. */
function backupNameOf(now: Date): string {
  return `sigec-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`;
}

async function fill(draft: string, needs: BackUp): Promise<Manifest> {
  const client = await connectClient(needs.url, needs.log, { query_timeout: 0 }); // a checkpoint takes the time it takes
  try {
    await holdLog(client);
    const facts = await readFacts(client);
    const started = await begin(client);
    const copied = await copyCluster(draft, needs);
    const stopped = await end(client);
    const labels = await writeLabels(draft, stopped);
    const log = await copyLog(draft, { ...needs, ...facts, ...stopped });
    const key = await copyKey(draft, needs);
    const folders = [clusterName, ...copied.folders.map((path) => join(clusterName, path))];
    await syncFolders(draft, folders);
    const files = [...copied.files, ...labels, ...log, ...key].toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const manifest: Manifest = {
      format: 1,
      productVersion: needs.productVersion,
      platform: `${process.platform}-${process.arch}`,
      ...facts,
      timeline: Number.parseInt(stopped.lastSegment.slice(0, 8), 16),
      startLsn: started.lsn,
      stopLsn: stopped.lsn,
      firstSegment: stopped.firstSegment,
      lastSegment: stopped.lastSegment,
      startedAt: started.at,
      endedAt: stopped.at,
      hasKey: key.length > 0,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      folders,
      files,
    };
    await writeFileForGood(join(draft, manifestName), `${JSON.stringify(manifest, null, 1)}\n`);
    await syncFolders(draft, []);
    return manifest;
  } finally {
    await client.end().catch(() => undefined); // lost with its server: whoever fails says so
  }
}

/** Until this connection ends, the server keeps the log from here on. */
async function holdLog(client: Client): Promise<void> {
  const slot = `sigec_backup_${randomBytes(6).toString('hex')}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
}

type Facts = Pick<Manifest, 'postgresVersion' | 'systemIdentifier' | 'segmentBytes' | 'migrations' | 'keyFingerprint'>;

async function readFacts(client: Client): Promise<Facts> {
  const { rows } = await client.query<Omit<Facts, 'migrations' | 'keyFingerprint'>>(
    `select split_part(current_setting('server_version'), ' ', 1) as "postgresVersion",
       (select system_identifier::text from pg_control_system()) as "systemIdentifier",
       (select bytes_per_wal_segment from pg_control_init()) as "segmentBytes"`,
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('The server does not say what it is.');
  const migrations = await rowsOf<Manifest['migrations'][number]>(client, 'migration', 'owner, number, name');
  const keys = await rowsOf<{ key_fingerprint: Buffer }>(client, 'installation', 'key_fingerprint');
  return { ...facts, migrations, keyFingerprint: keys[0]?.key_fingerprint.toString('hex') ?? null };
}

/** A database that never was migrated has no tables. */
async function rowsOf<Row extends object>(client: Client, table: string, columns: string): Promise<Row[]> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [table]);
  return rowCount === 0 ? [] : (await client.query<Row>(`select ${columns} from ${table} order by ${columns}`)).rows;
}

async function begin(client: Client): Promise<{ lsn: string; at: string }> {
  const { rows } = await client.query<{ lsn: string; at: Date }>(
    `select clock_timestamp() as at, pg_backup_start('sigec', fast => true)::text as lsn`,
  );
  return { lsn: rows[0]?.lsn ?? '', at: rows[0]?.at.toISOString() ?? '' };
}

type Stopped = {
  lsn: string;
  at: string;
  label: string;
  tablespaces: string;
  firstSegment: string;
  lastSegment: string;
};

async function end(client: Client): Promise<Stopped> {
  // The log is copied by ourselves, so there is no need to wait until the server has kept it elsewhere.
  const { rows } = await client.query<{ lsn: string; at: Date; label: string; spc: string; last: string }>(
    `select lsn::text, labelfile as label, spcmapfile as spc, pg_walfile_name(lsn) as last, now() as at
     from pg_backup_stop(wait_for_archive => false)`,
  );
  const [row] = rows;
  const first = /\(file ([0-9A-F]{24})\)/.exec(row?.label ?? '')?.[1];
  if (row === undefined || first === undefined) throw new Error('The server does not say where its log begins.');
  const { lsn, at, label, spc, last } = row;
  // `now()` is when the statement began: what was acknowledged before it is before the end of the backup.
  return { lsn, at: at.toISOString(), label, tablespaces: spc, firstSegment: first, lastSegment: last };
}

type CopiedCluster = { folders: string[]; files: BackedUpFile[] };

async function copyCluster(draft: string, needs: BackUp): Promise<CopiedCluster> {
  const { clusterDir, signal } = needs;
  const { folders, files } = await listCluster(clusterDir);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  await mustFit(dirname(draft), total);
  await makeFolders(join(draft, clusterName), ['', ...folders]);
  const copied: BackedUpFile[] = [];
  const onBytes = adding(total, needs.onProgress);
  await severalAtOnce(files, async ({ path }) => {
    const inside = join(clusterName, path);
    const copy = await copyFile({ from: join(clusterDir, path), to: join(draft, inside), onBytes, signal });
    if (copy !== undefined) copied.push({ path: inside, ...copy });
  });
  const control = join(clusterName, controlFile);
  copied.push({
    path: control,
    ...(await writeFileForGood(join(draft, control), await readControlFile(clusterDir))),
  });
  return { folders, files: copied };
}

function adding(total: number, onProgress: BackUp['onProgress']): Progress {
  let done = 0;
  return (bytes) => {
    done += bytes;
    return onProgress(done, total);
  };
}

/** Without its label a copy would look like a cluster that crashed, and recovery would begin at the wrong place. */
async function writeLabels(draft: string, { label, tablespaces }: Stopped): Promise<BackedUpFile[]> {
  if (tablespaces !== '') throw new BackupProblem('has-tablespaces', {});
  const path = join(clusterName, 'backup_label');
  return [{ path, ...(await writeFileForGood(join(draft, path), label)) }];
}

type CopyLog = Pick<BackUp, 'clusterDir' | 'signal'> & Pick<Manifest, 'segmentBytes' | 'firstSegment' | 'lastSegment'>;

/** The log from the start to the stop, and the histories of the timelines that led there. */
async function copyLog(draft: string, needs: CopyLog): Promise<BackedUpFile[]> {
  const { clusterDir, firstSegment, lastSegment, segmentBytes, signal } = needs;
  const names = await readdir(join(clusterDir, 'pg_wal'));
  const wanted = names.filter((name) => segmentPattern.test(name) && name >= firstSegment && name <= lastSegment);
  const histories = names.filter((name) => historyPattern.test(name));
  const copied: BackedUpFile[] = [];
  await severalAtOnce([...wanted, ...histories], async (name) => {
    const path = join(clusterName, 'pg_wal', name);
    const copy = await copyFile({ from: join(clusterDir, 'pg_wal', name), to: join(draft, path), signal });
    if (copy !== undefined) copied.push({ path, ...copy });
  });
  const timeline = Number.parseInt(lastSegment.slice(0, 8), 16);
  const have = new Set(copied.map(({ path }) => path));
  for (let number = numberOf(firstSegment, segmentBytes); number <= numberOf(lastSegment, segmentBytes); number += 1) {
    const segment = segmentAt({ timeline, number, segmentBytes });
    if (!have.has(join(clusterName, 'pg_wal', segment))) throw new BackupProblem('log-recycled', { segment });
  }
  return copied;
}

async function copyKey(draft: string, { keyFile, signal }: BackUp): Promise<BackedUpFile[]> {
  if (keyFile === undefined) return [];
  const copy = await copyFile({ from: keyFile, to: join(draft, keyName), signal });
  if (copy === undefined) throw new BackupProblem('no-key-file', { file: keyFile });
  return [{ path: keyName, ...copy }];
}
