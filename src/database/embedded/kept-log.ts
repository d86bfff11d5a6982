import { execFile } from 'node:child_process';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { systemIdentifierOf } from '../backup/cluster-files.ts';
import { type Account, makePassable } from './account.ts';
import { startFailure } from './failure.ts';

type KeptLog = { folder: string; clusterDir: string; account: Account | undefined };

/** A segment is kept at the latest after this long, so that is what a lost disk can cost; each one takes 16 MB. */
const longestGapSeconds = 300;

/** Every cluster has a folder of its own: the names of segments are the same everywhere. */
export function keptLogOf(folder: string, systemIdentifier: string): string {
  return join(folder, systemIdentifier);
}

/** Makes the folder and gives back the settings with which the server copies its write-ahead log there, synced, before it is recycled. */
export async function keepLog(needs: KeptLog): Promise<Record<string, string>> {
  const { folder, clusterDir, account } = needs;
  const systemIdentifier = await systemIdentifierOf(clusterDir);
  if (systemIdentifier === undefined) return {}; // a damaged cluster: the start says so
  const kept = keptLogOf(folder, systemIdentifier);
  try {
    await makePassable(folder, 0o711);
    await mkdir(kept, { recursive: true, mode: 0o700 });
    const isEmpty = (await readdir(kept)).length === 0;
    if (account && isEmpty) await chown(kept, account.uid, account.gid);
  } catch (reason) {
    throw startFailure({ what: `DATABASE_KEEP_WAL, the folder ${folder}, cannot be used`, reason, dataDir: folder });
  }
  await mustBeWritable(kept, account);
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': kept,
    archive_timeout: `${longestGapSeconds}s`,
  };
}

/** Asked as the account that will write there: a folder above may be closed to it. */
async function mustBeWritable(folder: string, account: Account | undefined): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', folder], { ...account, cwd: '/' });
  } catch (cause) {
    const who = account === undefined ? 'the user that starts SIGEC' : `user ${account.uid}, as which PostgreSQL runs,`;
    throw new SigecError(
      'CANNOT_START',
      `The write-ahead log cannot be kept in ${folder}: ${who} may not write there. Let it write there and enter the folders above, or set DATABASE_KEEP_WAL to another folder.`,
      { cause },
    );
  }
}

type Watch = { pool: Pool; log: Log; everyMs?: number };

/** Says so while the write-ahead log cannot be kept: what is not kept piles up in the data directory until its disk is full. */
export function watchKeptLog({ pool, log, everyMs = 60_000 }: Watch): { stop(): Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const watch = async () => {
    let isFine = true;
    while (!signal.aborted) {
      const wasFine: boolean = isFine;
      isFine = await look(pool, log, wasFine).catch(() => wasFine); // a database that is away is told by others
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined); // ended
    }
  };
  const watched = watch();
  return {
    stop() {
      ending.abort();
      return watched;
    },
  };
}

async function look(pool: Pool, log: Log, wasFine: boolean): Promise<boolean> {
  const { rows } = await pool.query<{ isOn: boolean; isFailing: boolean; segment: string | null; since: Date | null }>(
    `select current_setting('archive_mode') = 'on' as "isOn", last_failed_wal as segment,
       last_failed_time is not null and last_failed_time > coalesce(last_archived_time, '-infinity') as "isFailing",
       coalesce(last_archived_time, stats_reset) as since
     from pg_stat_archiver`,
  );
  const [found] = rows;
  if (found?.isOn === false) {
    // Joined as it was left by a process that did not keep it.
    if (wasFine)
      log.error({}, 'the write-ahead log is not kept: stop SIGEC and start it again, so that its server does');
    return false;
  }
  if (found?.isFailing) {
    const { segment, since } = found;
    log.error(
      { segment, since },
      'the write-ahead log cannot be kept: see postgres.log, and free or repair its folder',
    );
    return false;
  }
  if (!wasFine) log.info({}, 'the write-ahead log is kept again');
  return true;
}
