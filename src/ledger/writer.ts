import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Database } from '#database/database.ts';
import { asError, SigecError } from '#errors.ts';
import type { Log } from '#log.ts';

const longestPauseMs = 2_000;

/**
 * The ledger's own connection. One node writes through one connection, held under a lock named after the node,
 * so that two processes can never grow the same audit chain.
 */
export class Writer {
  private current: Client | undefined;
  private connecting: Promise<Client> | undefined;
  private awaySince: Date | undefined;
  private readonly closing = new AbortController();
  private readonly database: Database;
  private readonly node: string;
  private readonly log: Log;
  private readonly lockPatienceMs: number;

  constructor(options: { database: Database; node: string; log: Log; lockPatienceMs: number }) {
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
    if (this.current !== undefined) return Promise.resolve(this.current);
    this.connecting ??= this.connect().finally(() => {
      this.connecting = undefined;
    });
    return this.connecting;
  }

  /** Gives up a broken connection and looks for a new one. Returns the error to tell whoever waited. */
  lost(client: Client, cause: Error): SigecError {
    if (this.current === client) this.current = undefined;
    client.removeAllListeners('error').on('error', () => undefined); // it is gone: what it says from now on is no news
    client.end().catch(() => undefined); // a broken connection may refuse even to end
    return this.wentAway(cause);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.current?.end();
    this.current = undefined;
  }

  private async connect(): Promise<Client> {
    let client: Client;
    try {
      client = await this.database.connect();
    } catch (cause) {
      throw this.wentAway(asError(cause));
    }
    client.on('error', (error) => this.lost(client, error));
    try {
      await this.takeLock(client);
    } catch (cause) {
      throw cause instanceof SigecError ? cause : this.lost(client, asError(cause));
    }
    this.current = client;
    if (this.awaySince !== undefined) {
      this.log.info({ awayMs: Date.now() - this.awaySince.getTime() }, 'database is back');
      this.awaySince = undefined;
    }
    return client;
  }

  private wentAway(cause: Error): SigecError {
    if (this.awaySince === undefined && !this.closing.signal.aborted) {
      this.awaySince = new Date();
      this.log.error({ cause: cause.message }, 'database is away');
      void this.comeBack();
    }
    return new SigecError(
      'DATABASE_AWAY',
      'The database does not answer; nothing was written. Try again in a moment.',
      { cause },
    );
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

  /** After a crash the lock of the old process lasts until PostgreSQL has noticed its end: wait for that, not longer. */
  private async takeLock(client: Client): Promise<void> {
    await client.query(`set lock_timeout = ${this.lockPatienceMs}`);
    try {
      await client.query("select pg_advisory_lock(hashtextextended('sigec node ' || $1, 0))", [this.node]);
    } catch (cause) {
      if ((cause as { code?: string }).code !== '55P03') throw cause;
      await client.end();
      throw new SigecError(
        'CANNOT_START',
        'Another SIGEC process is running with the same data directory. Stop it, or give this one its own DATA_DIR.',
        { cause },
      );
    }
    await client.query('reset lock_timeout');
  }
}
