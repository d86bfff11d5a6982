import type { Dirent } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupProblem } from './problem.ts';

export type ClusterFiles = {
  /** Relative to the cluster, parents first; they have to exist even when they are empty. */
  folders: string[];
  files: { path: string; bytes: number }[];
};

/** Written last: it tells the server that recovers where the cluster stands. */
export const controlFile = join('global', 'pg_control');

/** What a server makes anew at its start. The log is copied apart, once it is known which of it is needed. */
const emptied = new Set(
  'pg_dynshmem pg_notify pg_replslot pg_serial pg_snapshots pg_stat_tmp pg_subtrans pg_wal'.split(' '),
);
const unwanted =
  /^(postmaster\.(pid|opts)|current_logfiles(\.tmp)?|postgresql\.auto\.conf\.tmp|backup_label(\.old)?|backup_manifest|tablespace_map(\.old)?|pg_internal\.init.*|pgsql_tmp.*|t\d+_\d+(_(fsm|vm))?(\.\d+)?)$/;

/** The files of a cluster that belong into a backup. Files may come and go meanwhile: the log knows of both. */
export async function listCluster(clusterDir: string): Promise<ClusterFiles> {
  const found: ClusterFiles = { folders: ['pg_wal'], files: [] };
  await list(clusterDir, '', found);
  return found;
}

async function list(clusterDir: string, folder: string, found: ClusterFiles): Promise<void> {
  for (const entry of await entriesOf(join(clusterDir, folder))) {
    const path = join(folder, entry.name);
    if (path === 'pg_wal' || path === controlFile || unwanted.test(entry.name)) continue;
    if (folder === 'pg_tblspc') throw new BackupProblem('has-tablespaces', {});
    if (entry.isDirectory()) {
      found.folders.push(path);
      if (!emptied.has(path)) await list(clusterDir, path, found);
    } else if (entry.isFile()) {
      const size = await sizeOf(join(clusterDir, path));
      if (size !== undefined) found.files.push({ path, bytes: size });
    }
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(unlessGone<Dirent[]>([]));
}

async function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(({ size }) => size, unlessGone(undefined));
}

/** For a file that may have gone meanwhile. */
export function unlessGone<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return value;
  };
}

/** The control file is written anew in place: what two looks find alike is whole. */
export async function readControlFile(clusterDir: string): Promise<Buffer> {
  let before = await readFile(join(clusterDir, controlFile));
  for (;;) {
    const now = await readFile(join(clusterDir, controlFile));
    if (now.equals(before)) return now;
    before = now;
  }
}

/** The number that a cluster got when it was made; `undefined` where there is no cluster. */
export async function systemIdentifierOf(clusterDir: string): Promise<string | undefined> {
  const handle = await open(join(clusterDir, controlFile), 'r').catch(unlessGone(undefined));
  if (handle === undefined) return undefined;
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await handle.close();
  }
}
