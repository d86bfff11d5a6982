import type { Pool } from 'pg';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { saveLastUsed } from './key-store.ts';

const flushEveryMs = 30_000;

/** Notes in memory when keys were used and writes it down now and then: a request costs no write. */
export class LastUsed {
  private noted = new Map<string, Date>();
  private readonly pool: Pool;
  private readonly log: Log;
  private readonly timer: NodeJS.Timeout;
  private flushing: Promise<void> = Promise.resolve();

  constructor({ pool, log }: { pool: Pool; log: Log }) {
    this.pool = pool;
    this.log = log;
    this.timer = setInterval(() => {
      this.flushing = this.flush();
    }, flushEveryMs).unref();
  }

  note(keyId: string, at: Date): void {
    this.noted.set(keyId, at);
  }

  async flush(): Promise<void> {
    if (this.noted.size === 0) return;
    const uses = this.noted;
    this.noted = new Map();
    try {
      await saveLastUsed(this.pool, uses);
    } catch (error) {
      this.noted = new Map([...uses, ...this.noted]); // kept for the next time; a later use is the one that counts
      this.log.warn({ cause: asError(error).message, keys: uses.size }, 'last use of keys not written');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flushing;
    await this.flush();
  }
}
