import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { type Duty, every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { dropOldPartitions, makePartitions, sortRest } from '#database/time-partitions.ts';

export const meterWeeks = {
  name: 'meter_message',
  column: 'received_at',
  everyDays: 7,
  rest: 'meter_message_rest',
} as const;

const weeksAhead = 2;
const dayMs = 86_400_000;
const tidyEveryMs = 3_600_000;

export type MeterWeeksNeeds = Duty & {
  pool: Pool;
  clock: Clock;
  log: Log;
  /** How long meter values are kept; 0: for ever. Sessions keep their energy, which is in the ledger. */
  keepMeterValuesDays: number;
};

/** Makes the coming weeks before they are needed and drops those that are over, now and every hour. Returns how to end it. */
export async function keepMeterWeeks(needs: MeterWeeksNeeds): Promise<() => Promise<void>> {
  // Nothing is lost meanwhile: what has no week waits in the rest.
  const { log } = needs;
  const tidying = every({
    task: 'tidy meter values',
    everyMs: tidyEveryMs,
    log,
    only: needs.isKeeper,
    run: () => tidyMeterWeeks(needs),
  });
  await tidying.now();
  return () => tidying.close();
}

export async function tidyMeterWeeks({ pool, clock, log, keepMeterValuesDays }: MeterWeeksNeeds): Promise<void> {
  const now = clock.now();
  await makePartitions(pool, meterWeeks, { from: now, count: 1 + weeksAhead });
  await sortRest(pool, meterWeeks);
  if (keepMeterValuesDays === 0) return;
  const dropped = await dropOldPartitions(pool, meterWeeks, new Date(now.getTime() - keepMeterValuesDays * dayMs));
  if (dropped.length > 0) log.info({ weeks: dropped.length }, 'meter values that were old enough were dropped');
}
