import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Log } from '#base/log.ts';

type Watch = { pool: Pool; log: Log; everyMs?: number };

/** Says so while the write-ahead log cannot be kept: what is not kept piles up in the data directory until its disk is full. */
export function watchKeptLog({ pool, log, everyMs = 60_000 }: Watch): { stop(): Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const watch = async () => {
    let isFine = true;
    while (!signal.aborted) {
      const wasFine: boolean = isFine;
      isFine = await look(pool, log, wasFine).catch(() => wasFine); // a database that is away is told by others
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined); // ended
    }
  };
  const watched = watch();
  return {
    stop() {
      ending.abort();
      return watched;
    },
  };
}

async function look(pool: Pool, log: Log, wasFine: boolean): Promise<boolean> {
  const { rows } = await pool.query<{ isOn: boolean; isFailing: boolean; segment: string | null; since: Date | null }>(
    `select current_setting('archive_mode') = 'on' as "isOn", last_failed_wal as segment,
       last_failed_time is not null and last_failed_time > coalesce(last_archived_time, '-infinity') as "isFailing",
       coalesce(last_archived_time, stats_reset) as since
     from pg_stat_archiver`,
  );
  const [found] = rows;
  if (found?.isOn === false) {
    // Joined as it was left by a process that did not keep it.
    if (wasFine)
      log.error({}, 'the write-ahead log is not kept: stop SIGEC and start it again, so that its server does');
    return false;
  }
  if (found?.isFailing) {
    const { segment, since } = found;
    log.error(
      { segment, since },
      'the write-ahead log cannot be kept: see postgres.log, and free or repair its folder',
    );
    return false;
  }
  if (!wasFine) log.info({}, 'the write-ahead log is kept again');
  return true;
}
