import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, externalDatabaseUrl } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { version } from '#base/version.ts';
import { isUsed } from '../database.ts';
import { keptLogOf } from '../embedded/kept-log.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { type BackUp, type BackupMade, backUp, clusterName, keyName } from './back-up.ts';
import { listBackups, listUnfinished, type Manifest } from './manifest.ts';
import { BackupProblem } from './problem.ts';
import { numberOf } from './write-ahead-log.ts';

type Tidied = { files: number; bytes: number };

/** A segment, also the unfinished last one of a timeline or the note of a backup. Histories are small and always needed. */
const logFile = /^[0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?$/;

/** Deletes of the kept log what came before the oldest backup of the folder: no restore from there begins earlier. */
export async function tidyKeptLog({ folder, keepWal, manifest }: Tidy): Promise<Tidied> {
  const backups = (await listBackups(folder)).map((backup) => backup.manifest);
  const ours = backups.filter(({ systemIdentifier }) => systemIdentifier === manifest.systemIdentifier);
  const numbers = [...ours, manifest].map(({ firstSegment, segmentBytes }) => numberOf(firstSegment, segmentBytes));
  const oldest = Math.min(...numbers);
  const kept = keptLogOf(keepWal, manifest.systemIdentifier);
  const tidied: Tidied = { files: 0, bytes: 0 };
  for (const name of await readdir(kept)) {
    if (!logFile.test(name) || numberOf(name, manifest.segmentBytes) >= oldest) continue;
    const file = join(kept, name);
    tidied.bytes += (await stat(file)).size;
    tidied.files += 1;
    await rm(file);
  }
  return tidied;
}

type Tidy = { folder: string; keepWal: string; manifest: Manifest };

export type BackUpDatabase = Pick<BackUp, 'log' | 'now' | 'signal' | 'onProgress'> & {
  config: Config;
  /** Absent: `backups` in the data directory. */
  folder?: string | undefined;
  withKey: boolean;
  isTidy: boolean;
};

export type DatabaseBackup = BackupMade & {
  tidied: Tidied | null;
  /** Where the key is that tokens are looked up by, and whether it is in the backup. */
  key: { file: string; isSetting: boolean; isInBackup: boolean };
  /** Left by backups that did not end. */
  unfinished: string[];
};

export async function backUpDatabase(needs: BackUpDatabase): Promise<DatabaseBackup> {
  const { config, log, withKey, isTidy } = needs;
  const { dataDir, installationKey, databaseKeepWal: keepWal } = config;
  mustBeEmbedded(config);
  if (isTidy && keepWal === '') throw new BackupProblem('nothing-kept', {});
  const folder = needs.folder ?? join(dataDir, 'backups');
  const file = join(dataDir, keyName);
  if (withKey && !existsSync(file)) throw new BackupProblem('no-key-file', { file });
  const postgres = await startEmbeddedPostgres({ dataDir, log, keepWal: keepWal || undefined });
  let made: BackupMade;
  try {
    const clusterDir = join(dataDir, clusterName);
    const keyFile = withKey ? file : undefined;
    made = await backUp({ ...needs, url: postgres.url, clusterDir, folder, keyFile, productVersion: version });
  } finally {
    const isShared = postgres.wasRunning || (await isUsed(postgres.url, log).catch(() => false)); // a dead one serves nobody
    await (isShared ? postgres.leave() : postgres.stop());
  }
  return {
    ...made,
    tidied: isTidy ? await tidyKeptLog({ folder, keepWal, manifest: made.manifest }) : null,
    key: { file, isSetting: installationKey !== '', isInBackup: made.manifest.hasKey },
    unfinished: await listUnfinished(folder),
  };
}

function mustBeEmbedded(config: Config): void {
  if (externalDatabaseUrl(config) !== undefined) throw new BackupProblem('external-database', {});
  mustExist(config);
}

/** An empty folder may be a wrong DATA_DIR: to make a database there would hide it. */
export function mustExist(config: Config): void {
  if (externalDatabaseUrl(config) !== undefined) return;
  if (existsSync(join(config.dataDir, clusterName, 'PG_VERSION'))) return;
  throw new SigecError(
    'NOT_FOUND',
    `There is no database in ${config.dataDir} yet; start SIGEC once, or set DATA_DIR to where it is.`,
  );
}
