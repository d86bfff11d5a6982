import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, externalDatabaseUrl } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { version } from '#base/version.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { isUsed } from '../is-used.ts';
import { type BackUp, type BackupMade, backUp, clusterName, keyName } from './back-up.ts';
import { listUnfinished } from './find-backup.ts';
import { BackupProblem } from './problem.ts';
import { type Tidied, tidyKeptLog } from './tidy-kept-log.ts';

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

/** Backs up the embedded database of an installation, whether the product runs or not. */
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
