import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { asError, SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Account, giveTo, serverEnvironment } from './account.ts';
import type { Binaries } from './binaries.ts';
import { passwordFile } from './endpoint.ts';
import { startFailure, tellingLine } from './failure.ts';

export const major = '18';

/** Written into postgresql.conf of a new cluster, where an operator may change them. */
const settings = {
  shared_buffers: '128MB',
  max_connections: '40',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Refused statements would carry what stations sent, tokens among it, into the log; whoever sent them logs the failure.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

type ClusterNeeds = { dataDir: string; clusterDir: string; account: Account | undefined; binaries: Binaries; log: Log };

/** Makes the cluster unless it exists; a folder that is something else is left alone and named. */
export async function prepareCluster(needs: ClusterNeeds): Promise<void> {
  const { dataDir, clusterDir, log } = needs;
  if (await isCluster(needs)) return;
  log.info({ clusterDir }, 'creating the embedded database');
  await removeAbandonedDrafts(needs);
  const draft = `${draftPrefix(clusterDir)}${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await initialize({ ...needs, draft });
    // The finished cluster appears in one step: after a crash there is a whole one or none.
    await rename(draft, clusterDir);
    await syncFolder(dirname(clusterDir));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const wasMadeBesideUs = ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
    if (wasMadeBesideUs && (await isCluster(needs))) return; // another process that starts now was faster
    throw error instanceof SigecError
      ? error
      : startFailure({ what: 'The embedded database cannot be created', reason: error, dataDir });
  }
}

async function isCluster({ dataDir, clusterDir }: ClusterNeeds): Promise<boolean> {
  let files: string[];
  let version: string | undefined;
  try {
    files = await readdir(clusterDir);
    version = files.includes('PG_VERSION')
      ? (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim()
      : undefined;
  } catch (reason) {
    if ((reason as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw startFailure({ what: `The database folder ${clusterDir} cannot be read`, reason, dataDir });
  }
  if (files.length === 0) return false;
  if (version === major) return true;
  const found = version
    ? `a database of PostgreSQL ${version.slice(0, 20)}`
    : 'files but no PostgreSQL database (PG_VERSION is missing)';
  const remedy = version
    ? `set DATABASE_URL to a server of that version upgraded to ${major}`
    : 'restore it from a backup';
  throw new SigecError(
    'CANNOT_START',
    `${clusterDir} holds ${found}, and SIGEC needs one of PostgreSQL ${major}: ${remedy}, or move the folder away to begin with an empty database.`,
  );
}

async function initialize({ dataDir, draft, account, binaries }: ClusterNeeds & { draft: string }): Promise<void> {
  await mkdir(draft, { mode: 0o700 });
  await giveTo(account, draft);
  const access =
    process.platform === 'win32' ? ['--auth=scram-sha-256', `--pwfile=${passwordFile(dataDir)}`] : ['--auth=trust'];
  const options = Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`);
  // PostgreSQL's own C.UTF-8: the order of texts, and with it every index, stays the same when the system is upgraded.
  const ofSystem = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  const locale = ['--encoding=UTF8', `--locale=${ofSystem}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['-D', draft, '-U', 'sigec', ...locale, '--data-checksums', ...access, ...options];
  try {
    await promisify(execFile)(binaries.initdb, args, { ...account, cwd: draft, env: serverEnvironment() });
  } catch (cause) {
    const { stderr = '' } = cause as { stderr?: string };
    const reason = stderr.trim() === '' ? asError(cause).message : tellingLine(stderr);
    throw startFailure({ what: 'The embedded database cannot be created', reason, dataDir, cause });
  }
  await chmod(draft, 0o700);
}

/** What a start that was killed while it made a cluster has left. */
async function removeAbandonedDrafts({ dataDir, clusterDir }: ClusterNeeds): Promise<void> {
  const prefix = basename(draftPrefix(clusterDir));
  const drafts = (await readdir(dataDir)).filter((name) => name.startsWith(prefix));
  const abandoned = drafts.filter((name) => !isAlive(Number.parseInt(name.slice(prefix.length), 10)));
  for (const draft of abandoned) await rm(join(dataDir, draft), { recursive: true, force: true });
}

function draftPrefix(clusterDir: string): string {
  return `${clusterDir}.draft-`;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows cannot open a folder
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
