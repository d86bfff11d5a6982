import type { Pool } from 'pg';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';

const flushEveryMs = 30_000;
/** While their rows are written the ledger waits for them, so they are few at a time. */
const maxAtOnce = 100;

/** When each station was last heard. Kept in memory and written many at a time now and then: a heartbeat costs no write. */
export class LastSeen {
  private readonly seen = new Map<string, Date>();
  private changed = new Set<string>();
  private readonly timer: NodeJS.Timeout;
  private readonly pool: Pool;
  private readonly log: Log;

  constructor({ pool, log }: { pool: Pool; log: Log }) {
    this.pool = pool;
    this.log = log;
    this.timer = setInterval(() => void this.flush(), flushEveryMs).unref();
  }

  note(stationId: string, at: Date): void {
    this.seen.set(stationId, at);
    this.changed.add(stationId);
  }

  of(stationId: string): Date | undefined {
    return this.seen.get(stationId);
  }

  async flush(): Promise<void> {
    const changed = [...this.changed];
    this.changed = new Set();
    for (let from = 0; from < changed.length; from += maxAtOnce)
      await this.write(changed.slice(from, from + maxAtOnce));
  }

  private async write(ids: readonly string[]): Promise<void> {
    try {
      await this.pool.query(
        // A row that the ledger is writing now is left to it: whoever waits for locks in another order ends in a deadlock.
        `with heard as (
           select station.id, heard.at from station join unnest($1::text[], $2::timestamptz[]) as heard (id, at) using (id)
           where last_seen_at is null or last_seen_at < heard.at
           order by station.id for update of station skip locked
         )
         update station set last_seen_at = heard.at from heard where station.id = heard.id`,
        [ids, ids.map((id) => this.seen.get(id)?.toISOString() ?? null)],
      );
    } catch (error) {
      for (const id of ids) this.changed.add(id);
      this.log.warn({ cause: asError(error).message }, 'last-seen times could not be written yet');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
