import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Database, endClient } from '#database/database.ts';
import { prepareByText } from '#database/prepare-by-text.ts';
import { asError, SigecError } from '#errors.ts';
import type { Log } from '#log.ts';
import { LockTaken, takeNodeLock } from './node-lock.ts';

const longestPauseMs = 2_000;

/**
 * The ledger's own connection. One node writes through one connection, held under a lock named after the node,
 * so that two processes can never grow the same audit chain.
 */
export class Writer {
  /** Stations wait for the writer, so it gives up on a silent database long before they do. */
  readonly patienceMs: number;
  private current: Client | undefined;
  private connecting: Promise<Client> | undefined;
  /** A connection that is not ours yet: closing must not leave it behind. */
  private opening: Client | undefined;
  /** The server's name for our latest connection, which may outlive it there. */
  private backendPid: number | null = null;
  private awaySince: Date | undefined;
  private readonly closing = new AbortController();
  private readonly database: Database;
  private readonly node: string;
  private readonly log: Log;
  private readonly lockPatienceMs: number;

  constructor(options: { database: Database; node: string; log: Log; lockPatienceMs: number; patienceMs: number }) {
    this.patienceMs = options.patienceMs;
    this.database = options.database;
    this.node = options.node;
    this.log = options.log;
    this.lockPatienceMs = options.lockPatienceMs;
  }

  /** When the database went away, as far as the ledger has noticed; undefined while it answers. */
  get away(): Date | undefined {
    return this.awaySince;
  }

  /** The connection; opened when there is none. Throws DATABASE_AWAY when there can be none now. */
  client(): Promise<Client> {
    if (this.current !== undefined) {
      this.isBack();
      return Promise.resolve(this.current);
    }
    this.connecting ??= this.connect().finally(() => {
      this.connecting = undefined;
    });
    return this.connecting;
  }

  /** Gives up a broken connection and looks for a new one. Returns the error to tell whoever waited. */
  lost(client: Client, cause: Error): SigecError {
    if (this.current === client) this.current = undefined;
    client.removeAllListeners('error').on('error', () => undefined); // it is gone: what it says from now on is no news
    void endClient(client);
    if (this.current === undefined) this.wentAway(cause);
    return databaseAway(cause);
  }

  async close(): Promise<void> {
    this.closing.abort();
    if (this.opening !== undefined) await endClient(this.opening);
    await this.connecting?.catch(() => undefined); // whoever asked for it hears of it
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
    if (this.awaySince !== undefined || this.closing.signal.aborted) return;
    this.awaySince = new Date();
    this.log.error({ cause: cause.message }, 'database is away');
    void this.comeBack();
  }

  private isBack(): void {
    if (this.awaySince === undefined) return;
    this.log.info({ awayMs: Date.now() - this.awaySince.getTime() }, 'database is back');
    this.awaySince = undefined;
  }

  /** While the database is away the doors are shut, so nobody would ask: the ledger itself looks for its return. */
  private async comeBack(): Promise<void> {
    const { signal } = this.closing;
    for (
      let pauseMs = 100;
      this.awaySince !== undefined && !signal.aborted;
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    ) {
      await pause(pauseMs, undefined, { signal }).catch(() => undefined); // the loop's condition sees the signal
      if (!signal.aborted) await this.client().catch(() => undefined); // it tells by `away` whether it worked
    }
  }
}

export function databaseAway(cause?: Error): SigecError {
  return new SigecError('DATABASE_AWAY', 'The database does not answer. Try again in a moment.', { cause });
}

function anotherProcess(cause: Error): SigecError {
  return new SigecError(
    'CANNOT_START',
    'Another SIGEC process is running with the same data directory. Stop it, or give this one its own DATA_DIR.',
    { cause },
  );
}
