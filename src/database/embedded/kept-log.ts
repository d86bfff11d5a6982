import { execFile } from 'node:child_process';
import { chown, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SigecError } from '#base/errors.ts';
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
