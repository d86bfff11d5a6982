import type { Pool } from 'pg';
import { maxStepsPerDay } from '#charging/health/ladder.ts';
import { transaction } from '#database/in-transaction.ts';

const dayMs = 86_400_000;

/**
 * Counts a step that disturbs a station before it is taken by itself. False: so many were taken there within a day, by whichever rules
 * and playbooks, that a person looks now. One at a time for each station, so that two rules do not both take the last one.
 */
export function takeAutomaticStep(
  pool: Pool,
  { stationId, step, by, at }: { stationId: string; step: string; by: string; at: Date },
): Promise<boolean> {
  const since = new Date(at.getTime() - dayMs);
  return transaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`automatic step ${stationId}`]);
    await client.query('delete from automatic_step where station_id = $1 and at <= $2', [stationId, since]);
    const { rowCount } = await client.query(
      `insert into automatic_step (station_id, at, step, taken_by)
       select $1, $2, $3, $4 where (select count(*) from automatic_step where station_id = $1) < $5`,
      [stationId, at, step, by, maxStepsPerDay],
    );
    return rowCount === 1;
  });
}
