import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Account, chooseAccount, makePassable } from './embedded/account.ts';
import { placeBinaries } from './embedded/binaries.ts';
import { prepareCluster } from './embedded/cluster.ts';
import { type Endpoint, prepareEndpoint, urlOf } from './embedded/endpoint.ts';
import { startFailure } from './embedded/failure.ts';
import { keepLog } from './embedded/kept-log.ts';
import {
  type Postmaster,
  type PostmasterNeeds,
  startPostmaster,
  stopPostmaster,
  untilGone,
} from './embedded/postmaster.ts';

export type EmbeddedPostgres = {
  /** Stays the same when the server is started again. */
  readonly url: string;
  readonly pid: number;
  /** True when the server had been left running by a process that was killed, or belongs to one that still lives. */
  readonly wasRunning: boolean;
  /** Stops the server, also one that we joined, and waits until it has ended. */
  stop(): Promise<void>;
  /** Stops looking after the server and leaves it running, for a short visit to the database of a running product. */
  leave(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log: Log;
  /** Ends the wait for the start; a server that runs is ended by `stop`. */
  signal?: AbortSignal;
  /** Server settings for this start, stronger than postgresql.conf. */
  settings?: Record<string, string>;
  /** Where the write-ahead log is kept, for a restore to any moment; absent: nowhere. */
  keepWal?: string | undefined;
  /** Where PostgreSQL is copied to if it cannot run where it is installed; absent: the data directory. */
  copyBinariesTo?: string;
  /** How long to wait for the processes of an earlier server, or for one that is silent. */
  patienceMs?: number;
};

/** Starts the PostgreSQL that comes with us, or joins it where it still runs, and keeps it running until `stop`. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, signal, patienceMs = 60_000, keepWal } = options;
  const dataDir = resolve(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const account = await prepareDataDir({ dataDir, clusterDir });
  const binaries = await placeBinaries({ dataDir: options.copyBinariesTo ?? dataDir, account });
  const endpoint = await prepareEndpoint({ dataDir, account });
  await prepareCluster({ dataDir, clusterDir, account, binaries, log });
  const keeping = keepWal === undefined ? {} : await keepLog({ folder: keepWal, clusterDir, account });
  const settings = { ...keeping, ...options.settings };

  const ending = new AbortController();
  const needs: PostmasterNeeds = {
    dataDir,
    clusterDir,
    account,
    binaries,
    endpoint,
    settings,
    patienceMs,
    log,
    logFile: join(dataDir, 'postgres.log'),
    signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
  };
  let postmaster = await startPostmaster(needs);
  const { wasRunning } = postmaster;
  log.info({ pid: postmaster.pid, wasRunning }, 'embedded postgres is running');
  await createDatabase(postmaster.endpoint, dataDir).catch(async (error: unknown) => {
    if (!wasRunning) await stopPostmaster(postmaster, needs);
    throw error;
  });

  const url = urlOf(postmaster.endpoint, 'sigec');
  const keptRunning = keepRunning({
    needs: { ...needs, endpoint: postmaster.endpoint, signal: ending.signal },
    first: postmaster,
    onNext: (next) => {
      postmaster = next;
    },
  });
  const leave = async () => {
    ending.abort();
    await keptRunning;
  };
  let stopped: Promise<void> | undefined;
  return {
    url,
    wasRunning,
    leave,
    get pid() {
      return postmaster.pid;
    },
    stop() {
      stopped ??= leave().then(() => stopPostmaster(postmaster, needs));
      return stopped;
    },
  };
}

/** Makes the folder, and says as whom PostgreSQL works in it. */
export async function prepareDataDir({
  dataDir,
  clusterDir,
}: {
  dataDir: string;
  clusterDir: string;
}): Promise<Account | undefined> {
  try {
    await makePassable(dirname(dataDir));
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const account = chooseAccount([clusterDir, dataDir]);
    const { mode, uid } = await stat(dataDir);
    // The account has to pass through to its cluster; what else lies here stays unreadable to it.
    if (account && uid !== account.uid) await chmod(dataDir, (mode & 0o777) | 0o011);
    return account;
  } catch (reason) {
    throw startFailure({ what: `The data directory ${dataDir} cannot be used`, reason, dataDir });
  }
}

async function createDatabase(endpoint: Endpoint, dataDir: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(endpoint, 'postgres') });
  client.on('error', () => undefined); // told by the rejection as well
  try {
    await client.connect();
    const { rowCount } = await client.query("select from pg_database where datname = 'sigec'");
    if (rowCount === 0) await client.query('create database sigec');
  } catch (error) {
    const wasMadeBesideUs = ['42P04', '23505'].includes((error as { code?: string }).code ?? '');
    if (!wasMadeBesideUs)
      throw startFailure({ what: 'The database "sigec" cannot be created', reason: error, dataDir });
  } finally {
    await client.end();
  }
}

type Watch = { needs: PostmasterNeeds; first: Postmaster; onNext: (next: Postmaster) => void };

async function keepRunning(watch: Watch): Promise<void> {
  try {
    await startWheneverItDies(watch);
  } catch (error) {
    if (!watch.needs.signal.aborted) throw error; // an aborted wait is how this ends
  }
}

/** At once the first time, then with growing pauses while it keeps dying. */
async function startWheneverItDies({ needs, first, onNext }: Watch): Promise<never> {
  const { log, signal } = needs;
  const calmAfterMs = 60_000;
  let current: Postmaster | undefined = first;
  for (let pauseMs = 0; ; pauseMs = Math.min(Math.max(pauseMs * 2, 250), 30_000)) {
    if (current) {
      const upSince = Date.now();
      await untilGone(current, signal);
      if (Date.now() - upSince > calmAfterMs) pauseMs = 0;
      log.warn({ pid: current.pid, inMs: pauseMs }, 'postgres died, starting it again');
    }
    await pause(pauseMs, undefined, { signal });
    current = await tryToStart(needs);
    if (current === undefined) continue;
    onNext(current);
    log.info({ pid: current.pid }, 'embedded postgres is running again');
  }
}

async function tryToStart(needs: PostmasterNeeds): Promise<Postmaster | undefined> {
  try {
    return await startPostmaster(needs);
  } catch (error) {
    needs.signal.throwIfAborted();
    needs.log.error({ reason: asError(error).message }, 'postgres does not start, trying again');
    return undefined;
  }
}
