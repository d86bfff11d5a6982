import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Account, serverEnvironment } from './account.ts';
import type { Binaries } from './binaries.ts';
import { type Endpoint, socketPort } from './endpoint.ts';
import { startFailure, tellingLine } from './failure.ts';
import {
  askServer,
  isHeldBy,
  isServer,
  type PostmasterFile,
  readPostmasterFile,
  serverAnswers,
} from './server-answers.ts';

const tooLong = 8 * 1024 * 1024;

/** The server writes straight into a file: a pipe to us would break when we are killed, and the server lives on. */
type ServerLog = { fd: number; sinceStart(): Promise<string>; close(): Promise<void> };

/** Opens the log for one start of the server; a long one is kept once under another name. */
async function openServerLog(file: string): Promise<ServerLog> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > tooLong) await rename(file, `${file}.1`);
  const handle = await open(file, 'a+', 0o600);
  const startsAt = size > tooLong ? 0 : size;
  return { fd: handle.fd, sinceStart: () => readFrom(handle, startsAt), close: () => handle.close() };
}

async function readFrom(handle: FileHandle, position: number): Promise<string> {
  const length = Math.min((await handle.stat()).size - position, 64 * 1024);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('utf8', 0, bytesRead);
}

/** A server that answers. `wasRunning`: someone else had started it and we joined, so it is not a child of ours. */
export type Postmaster = { pid: number; endpoint: Endpoint; wasRunning: boolean; child?: ChildProcess };

export type PostmasterNeeds = {
  dataDir: string;
  clusterDir: string;
  logFile: string;
  account: Account | undefined;
  binaries: Binaries;
  endpoint: Endpoint;
  settings: Record<string, string>;
  patienceMs: number;
  log: Log;
  signal: AbortSignal;
};

/** Joins the server that works on the cluster, or starts one; waits for the processes of a dead one to end. */
export async function startPostmaster(needs: PostmasterNeeds): Promise<Postmaster> {
  const { clusterDir, log, patienceMs, signal } = needs;
  const giveUpAt = Date.now() + patienceMs;
  let told = '';
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
    signal.throwIfAborted();
    const file = await readPostmasterFile(clusterDir);
    const isHeld = file !== undefined && (await isHeldBy(file, clusterDir));
    const outcome = isHeld ? await join(needs, file) : await launch(needs, file);
    if (typeof outcome === 'object') return outcome;
    if (Date.now() >= giveUpAt) throw stillHeld(needs, outcome);
    if (outcome !== told) log.warn({ clusterDir, reason: outcome }, 'postgres cannot start yet');
    told = outcome;
    await pause(pauseMs, undefined, { signal });
  }
}

/** Resolves when the server has ended: at once for our own child, within half a second for one that we joined. */
export async function untilGone(postmaster: Postmaster, signal: AbortSignal): Promise<void> {
  const { child } = postmaster;
  if (child && isAlive(postmaster)) await once(child, 'exit', { signal });
  while (isAlive(postmaster)) await pause(500, undefined, { signal, ref: false });
}

/** Ends the sessions of all clients, writes everything to disk and waits until the server has ended. */
export async function stopPostmaster(postmaster: Postmaster, needs: PostmasterNeeds): Promise<void> {
  const { binaries, clusterDir, log } = needs;
  if (process.platform === 'win32') {
    await promisify(execFile)(binaries.pgCtl, ['stop', '-D', clusterDir, '-m', 'fast', '-t', '60']); // Windows has no signals
    return;
  }
  tell(postmaster, 'SIGINT');
  if (await endsWithin(postmaster, 60_000)) return;
  log.warn({ pid: postmaster.pid }, 'postgres does not stop, ending it without a checkpoint');
  tell(postmaster, 'SIGQUIT'); // loses nothing: the next start reads the write-ahead log
  if (!(await endsWithin(postmaster, 20_000))) log.error({ pid: postmaster.pid }, 'postgres does not stop');
}

/** A string says why it has to be tried again. */
async function join(needs: PostmasterNeeds, file: PostmasterFile): Promise<Postmaster | string> {
  const { pid } = file;
  const endpoint = endpointOf(file, needs);
  if (endpoint === undefined) return 'another process is starting it';
  const isReady = await serverAnswers({ ...needs, pid, endpoint, isAlive: () => isServer(pid) });
  return isReady ? { pid, endpoint, wasRunning: true } : 'the server that was running has just ended';
}

function endpointOf({ port, socketFolder }: PostmasterFile, needs: PostmasterNeeds): Endpoint | undefined {
  if (needs.endpoint.kind === 'loopback') return { ...needs.endpoint, port };
  return socketFolder === '' ? undefined : { kind: 'socket', folder: socketFolder };
}

/** Starts a server of our own; a string says why it has to be tried again. */
async function launch(needs: PostmasterNeeds, stale: PostmasterFile | undefined): Promise<Postmaster | string> {
  const { dataDir, endpoint, logFile } = needs;
  if (stale && (await isServedElsewhere(stale, needs))) return 'a server in another container works on it';
  const serverLog = await openServerLog(logFile).catch((reason: unknown) => {
    throw startFailure({ what: `${logFile} cannot be written`, reason, dataDir });
  });
  try {
    const child = await spawnServer(needs, stale, serverLog.fd);
    const postmaster: Postmaster = { pid: child.pid ?? 0, endpoint, wasRunning: false, child };
    try {
      if (await serverAnswers({ ...needs, ...postmaster, isAlive: () => isAlive(postmaster) })) return postmaster;
    } catch (error) {
      tell(postmaster, 'SIGQUIT');
      await endsWithin(postmaster, 20_000);
      throw error;
    }
    return retryReason(await serverLog.sinceStart(), dataDir);
  } finally {
    await serverLog.close();
  }
}

/** Containers that share a folder do not see each other's processes, nor does PostgreSQL notice the other one; its socket tells. */
async function isServedElsewhere(stale: PostmasterFile, needs: PostmasterNeeds): Promise<boolean> {
  const endpoint = endpointOf(stale, needs);
  const isOurs =
    endpoint?.kind === 'socket' && needs.endpoint.kind === 'socket' && endpoint.folder === needs.endpoint.folder;
  return isOurs && (await askServer(endpoint)) !== 'silent';
}

async function spawnServer(
  needs: PostmasterNeeds,
  stale: PostmasterFile | undefined,
  logFd: number,
): Promise<ChildProcess> {
  const { account, binaries, clusterDir, dataDir } = needs;
  const child = spawn(binaries.postgres, ['-D', clusterDir, ...serverArguments(needs)], {
    ...account,
    cwd: '/',
    // We know that the stale lock file's process is no server of this cluster. Told so, PostgreSQL replaces the file itself even
    // when its number is another program's now, after it has made sure that nobody uses the cluster's shared memory.
    env: serverEnvironment(stale && { PG_GRANDPARENT_PID: String(stale.pid) }),
    detached: true, // Ctrl-C in the terminal is for us; we stop the server last
    stdio: ['ignore', logFd, logFd],
    windowsHide: true,
  });
  child.unref();
  try {
    await once(child, 'spawn');
  } catch (reason) {
    throw startFailure({ what: 'PostgreSQL cannot be started', reason, dataDir });
  }
  return child;
}

function serverArguments({ endpoint, settings }: PostmasterNeeds): string[] {
  const listening =
    endpoint.kind === 'loopback'
      ? { listen_addresses: '127.0.0.1', port: String(endpoint.port) }
      : {
          listen_addresses: '',
          port: String(socketPort),
          unix_socket_directories: `"${endpoint.folder.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        };
  return Object.entries({ ...settings, ...listening }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Reads why a start failed: a reason to try again is returned, any other is thrown. */
function retryReason(logged: string, dataDir: string): string {
  const reason = tellingLine(logged);
  if (reason.includes('lock file "postmaster.pid" already exists')) return 'another process is starting it';
  if (/shared memory block .* still in use/.test(reason)) return 'processes of the server before it still run';
  throw startFailure({ what: 'PostgreSQL did not start', reason, dataDir });
}

async function endsWithin(postmaster: Postmaster, limitMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + limitMs;
  while (isAlive(postmaster) && Date.now() < giveUpAt) await pause(20);
  return !isAlive(postmaster);
}

function tell(postmaster: Postmaster, signal: 'SIGINT' | 'SIGQUIT'): void {
  if (!isAlive(postmaster)) return;
  try {
    process.kill(postmaster.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ESRCH: it ended on its own
  }
}

function isAlive({ pid, child }: Postmaster): boolean {
  return child ? child.exitCode === null && child.signalCode === null : isServer(pid);
}

function stillHeld({ clusterDir, patienceMs }: PostmasterNeeds, reason: string): SigecError {
  return new SigecError(
    'CANNOT_START',
    `PostgreSQL could not start on ${clusterDir} within ${Math.round(patienceMs / 1000)} seconds, because ${reason}: ` +
      'end the postgres processes that use this folder, or wait for them, and start again.',
  );
}
