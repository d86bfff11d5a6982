import { readFileSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Endpoint, urlOf } from './endpoint.ts';

type Waiting = {
  pid: number;
  endpoint: Endpoint;
  isAlive: () => boolean;
  patienceMs: number;
  log: Log;
  signal: AbortSignal;
};

/** True once the server answers, false when it has ended. One that reads its write-ahead log after a crash says so and is waited for. */
export async function serverAnswers({ pid, endpoint, isAlive, patienceMs, log, signal }: Waiting): Promise<boolean> {
  let giveUpAt = Date.now() + patienceMs;
  let tellAt = Date.now() + 10_000;
  while (isAlive()) {
    const answer = await askServer(endpoint);
    if (answer === 'ready') return true;
    if (answer === 'busy') giveUpAt = Date.now() + patienceMs;
    if (Date.now() >= giveUpAt) throw silent(pid);
    if (Date.now() >= tellAt) {
      log.info({ pid }, 'waiting for postgres, which is recovering or stopping');
      tellAt = Date.now() + 10_000;
    }
    await pause(25, undefined, { signal });
  }
  return false;
}

/** `busy`: it lives but is starting, recovering or stopping. */
export async function askServer(endpoint: Endpoint): Promise<'ready' | 'busy' | 'silent'> {
  const limits = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 };
  const client = new Client({ connectionString: urlOf(endpoint, 'postgres'), ...limits });
  client.on('error', () => undefined); // told by the rejection as well
  try {
    await client.connect();
    await client.query('select 1');
    return 'ready';
  } catch (error) {
    return (error as { code?: string }).code === '57P03' ? 'busy' : 'silent';
  } finally {
    await client.end().catch(() => undefined); // it may never have been open
  }
}

function silent(pid: number): SigecError {
  return new SigecError(
    'CANNOT_START',
    `The embedded PostgreSQL, process ${pid}, runs but does not answer: stop it with "kill -INT ${pid}", or with "kill -QUIT ${pid}" if that has no effect, and start again.`,
  );
}

/** What a server writes into its lock file. We only ever read it: deleting it could let two servers into one cluster. */
export type PostmasterFile = { pid: number; clusterDir: string; port: number; socketFolder: string };

/** The lock file's facts; `undefined` where there is none or it is not complete yet. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid = '', servedDir = '', , port = '', socketFolder = ''] = text.split(/\r?\n/);
  return /^\d+$/.test(pid) ? { pid: Number(pid), clusterDir: servedDir, port: Number(port), socketFolder } : undefined;
}

/**
 * Whether the lock file's process is a server that works on this very folder. The file can be stale in three ways: the process
 * is dead, its number belongs to another program now (after a restart of a container), or the folder is a copy of another one.
 */
export async function isHeldBy(file: PostmasterFile, clusterDir: string): Promise<boolean> {
  if (!isServer(file.pid)) return false;
  const [served, ours] = await Promise.all(
    [file.clusterDir, clusterDir].map((folder) => realpath(folder).catch(() => folder)),
  );
  return served === ours;
}

export function isServer(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false; // EPERM: it lives, as another user
  }
  const facts = processFacts(pid);
  return facts === undefined || (facts.command.startsWith('postgres') && !'ZX'.includes(facts.state));
}

/** Linux tells more than that a number is taken: a dead process whose parent never asked for it stays as a zombie. */
function processFacts(pid: number): { command: string; state: string } | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const [, command, state] = /\((.*)\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return command !== undefined && state !== undefined ? { command, state } : undefined;
  } catch {
    return undefined;
  }
}
