import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Endpoint, urlOf } from './endpoint.ts';

type Waiting = {
  pid: number;
  endpoint: Endpoint;
  isAlive: () => boolean;
  /** How long a living server may say nothing. */
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
