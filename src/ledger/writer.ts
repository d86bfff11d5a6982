import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { asError, SigecError } from '#base/errors.ts';
import { singleFlight } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { type Database, endClient } from '#database/database.ts';
import { isDiskFailing, isOutOfResources } from '#database/database-errors.ts';
import { prepareByText } from '#database/prepare-by-text.ts';
import { leastRoomBytes, probeRoom } from '#database/probe-room.ts';
import { beginCopying } from '#database/row-copies/copying.ts';
import { LockTaken, takeNodeLock } from './node-lock.ts';

type WatchedClient = {
  client: Client;
  /** Why the transaction failed: its first failure, whichever statement's failure reaches its caller first. */
  cause(): Error | undefined;
  /** From now on a statement of this transaction is refused: after a rollback it would be written outside of any. */
  end(): void;
};

/** What every statement hears that comes after the one that failed. */
const afterFailure = '25P02';

/**
 * Statements travel together, so several of them fail together, and the first promise to reject may be that of a later statement.
 * The server answers in the order of the statements: the first failure seen here is the true one, for every table alike.
 */
export function watchClient(connection: Client): WatchedClient {
  let cause: Error | undefined;
  let hasEnded = false;
  const query = (...given: Parameters<Client['query']>): unknown => {
    if (hasEnded) return Promise.reject(new Error('a statement came after the end of its transaction'));
    const answer = connection.query(...given) as unknown as Promise<unknown>;
    answer.catch((error: unknown) => {
      if ((error as { code?: string }).code !== afterFailure) cause ??= asError(error);
    });
    return answer;
  };
  const client = Object.assign(Object.create(connection) as Client, { query: query as Client['query'] });
  return {
    client,
    cause: () => cause,
    end() {
      hasEnded = true;
    },
  };
}

const longestPauseMs = 2_000;

/** Room on the database's disk, where that is ours too. */
export type FreeBytes = () => Promise<number>;

type WriterNeeds = {
  database: Database;
  node: string;
  log: Log;
  lockPatienceMs: number;
  patienceMs: number;
  freeBytes?: FreeBytes | undefined;
};

/**
 * The ledger's own connection. One node writes through one connection, held under a lock named after the node,
 * so that two processes can never grow the same audit chain.
 */
export class Writer {
  /** Stations wait for the writer, so it gives up on a silent database long before they do. */
  readonly patienceMs: number;
  private current: Client | undefined;
  private readonly connectOnce = singleFlight(() => this.connect());
  /** A connection that is not ours yet: closing must not leave it behind. */
  private opening: Client | undefined;
  /** The server's name for our latest connection, which may outlive it there. */
  private backendPid: number | null = null;
  private awaySince: Date | undefined;
  private awayReason: AwayReason = 'silent';
  private readonly closing = new AbortController();
  private readonly database: Database;
  private readonly node: string;
  private readonly log: Log;
  private readonly lockPatienceMs: number;
  private readonly freeBytes: FreeBytes | undefined;

  constructor(options: WriterNeeds) {
    this.patienceMs = options.patienceMs;
    this.database = options.database;
    this.node = options.node;
    this.log = options.log;
    this.lockPatienceMs = options.lockPatienceMs;
    this.freeBytes = options.freeBytes;
  }

  /** When the database went away, as far as the ledger has noticed; undefined while it answers. */
  get away(): Date | undefined {
    return this.awaySince;
  }

  get reason(): AwayReason {
    return this.awayReason;
  }

  /** The connection; opened when there is none. Throws DATABASE_AWAY when there can be none now. */
  client(): Promise<Client> {
    if (this.current !== undefined) {
      this.isBack();
      return Promise.resolve(this.current);
    }
    return this.connectOnce();
  }

  /** Gives up a broken connection and looks for a new one. Returns the error to tell whoever waited. */
  lost(client: Client, cause: Error): SigecError {
    if (this.current === client) this.current = undefined;
    client.removeAllListeners('error').on('error', () => undefined); // it is gone: what it says from now on is no news
    void endClient(client);
    if (this.current === undefined) this.wentAway(cause);
    return databaseAway(cause, this.awayReason);
  }

  async close(): Promise<void> {
    this.closing.abort();
    if (this.opening !== undefined) await endClient(this.opening);
    await this.connectOnce.settled();
    if (this.current !== undefined) await endClient(this.current);
    this.current = undefined;
  }

  private async connect(): Promise<Client> {
    let client: Client;
    try {
      client = prepareByText(await this.database.connect({ queryTimeoutMs: this.patienceMs, isPipelined: true }));
    } catch (cause) {
      this.wentAway(asError(cause));
      throw databaseAway(asError(cause));
    }
    this.opening = client;
    client.on('error', (error) => this.lost(client, error));
    try {
      const { node, lockPatienceMs, backendPid: formerPid } = this;
      const pid = await takeNodeLock(client, { node, patienceMs: lockPatienceMs, formerPid });
      this.closing.signal.throwIfAborted();
      this.backendPid = pid;
      await beginCopying(client);
      // A new connection says nothing about the disk, and going on without room would end with the next batch.
      if (this.awayReason === 'disk-full') await probeRoom(client);
    } catch (cause) {
      const error = asError(cause);
      // Once we have been running, the lock is ours: whoever holds it now is what the server has kept of our old connection.
      const isAnotherProcess = error instanceof LockTaken && this.backendPid === null;
      if (!isAnotherProcess) throw this.lost(client, error);
      await endClient(client);
      throw anotherProcess(error);
    } finally {
      this.opening = undefined;
    }
    this.current = client;
    this.isBack();
    return client;
  }

  private wentAway(cause: Error): void {
    if (this.closing.signal.aborted) return;
    const reason = reasonOf(cause);
    if (this.awaySince !== undefined) return this.learn(reason, cause.message);
    this.awaySince = new Date();
    this.awayReason = reason;
    this.log.error({ cause: cause.message, reason }, 'database is away');
    void this.comeBack();
  }

  /** A server that cannot write may stop, and then it is silent too: what is known of an outage stays known until its end. */
  private learn(reason: AwayReason, cause: string): void {
    if (reason === 'silent' || reason === this.awayReason || this.awayReason === 'disk-full') return;
    this.awayReason = reason;
    this.log.error({ cause, reason }, 'the reason why the database is away is known');
  }

  private isBack(): void {
    if (this.awaySince === undefined) return;
    this.log.info({ awayMs: Date.now() - this.awaySince.getTime() }, 'database is back');
    this.awaySince = undefined;
    this.awayReason = 'silent';
  }

  /** A server that cannot write its log ends itself without a word, so its disk is asked. */
  private async lookAtDisk(): Promise<void> {
    if (this.awayReason !== 'silent') return;
    const free = await this.freeBytes?.().catch(() => undefined); // the disk itself may be gone
    if (free !== undefined && free < leastRoomBytes) this.learn('disk-full', `only ${free} bytes are free`);
  }

  /** While the database is away the doors are shut, so nobody would ask: the ledger itself looks for its return. */
  private async comeBack(): Promise<void> {
    const { signal } = this.closing;
    for (
      let pauseMs = 100;
      this.awaySince !== undefined && !signal.aborted;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    ) {
      await this.lookAtDisk();
      await pause(pauseMs, undefined, { signal }).catch(() => undefined); // the loop's condition sees the signal
      if (!signal.aborted) await this.client().catch(() => undefined); // it tells by `away` whether it worked
    }
  }
}

/** silent: it does not answer. */
export type AwayReason = 'silent' | 'disk-full' | 'out-of-resources';

export const awaySentences = {
  silent: 'The database does not answer. Try again in a moment.',
  'disk-full':
    'The database cannot write: its disk is full or failing. Free space there; we go on by ourselves, and stations keep their messages until then.',
  'out-of-resources': 'The database has no memory or no connection to spare. Try again in a moment.',
} satisfies Record<AwayReason, string>;

export function databaseAway(cause?: Error, reason: AwayReason = reasonOf(cause)): SigecError {
  return new SigecError('DATABASE_AWAY', awaySentences[reason], { cause });
}

function reasonOf(cause: unknown): AwayReason {
  if (isDiskFailing(cause)) return 'disk-full';
  return isOutOfResources(cause) ? 'out-of-resources' : 'silent';
}

function anotherProcess(cause: Error): SigecError {
  return new SigecError(
    'CANNOT_START',
    'Another SIGEC process is running with the same data directory. Stop it, or give this one its own DATA_DIR.',
    { cause },
  );
}
