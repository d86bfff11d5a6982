import type { Pool } from 'pg';
import type { Log } from '#base/log.ts';
import { WriteBehind } from '#base/write-behind.ts';

const flushEveryMs = 30_000;
/** While their rows are written the ledger waits for them, so they are few at a time. */
const maxAtOnce = 100;

/** When each station was last heard. Kept in memory and written many at a time now and then: a heartbeat costs no write. */
export class LastSeen {
  private readonly seen = new Map<string, Date>();
  private readonly unwritten: WriteBehind<Date>;

  constructor({ pool, log }: { pool: Pool; log: Log }) {
    this.unwritten = new WriteBehind({
      task: 'write last-seen times',
      everyMs: flushEveryMs,
      log,
      atOnce: maxAtOnce,
      write: (times) => saveSeen(pool, times),
    });
  }

  note(stationId: string, at: Date): void {
    this.seen.set(stationId, at);
    this.unwritten.note(stationId, at);
  }

  of(stationId: string): Date | undefined {
    return this.seen.get(stationId);
  }

  flush(): Promise<void> {
    return this.unwritten.flush();
  }

  close(): Promise<void> {
    return this.unwritten.close();
  }
}

async function saveSeen(pool: Pool, times: ReadonlyMap<string, Date>): Promise<void> {
  await pool.query(
    // A row that the ledger is writing now is left to it: whoever waits for locks in another order ends in a deadlock.
    `with heard as (
       select station.id, heard.at from station join unnest($1::text[], $2::timestamptz[]) as heard (id, at) using (id)
       where last_seen_at is null or last_seen_at < heard.at
       order by station.id for update of station skip locked
     )
     update station set last_seen_at = heard.at from heard where station.id = heard.id`,
    [[...times.keys()], [...times.values()].map((at) => at.toISOString())],
  );
}
