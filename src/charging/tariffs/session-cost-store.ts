import type { Pool } from 'pg';
import type { SessionCost } from '#contract/billing/tariff.ts';
import { readRows, tableProjection } from '../rows.ts';

export type CostRow = Omit<SessionCost, 'toldAt'> & { stationId: string; toldAt: Date };
export type StationCost = Omit<CostRow, 'source' | 'toldAt'> & { at: Date };

/** The latest that was told; what was told as final stays. */
export const sessionCosts = tableProjection<CostRow>({
  name: 'session costs',
  table: 'session_cost',
  key: ['stationId', 'sessionRef', 'source'],
  merge: (earlier, later) => (earlier.isFinal && !later.isFinal ? earlier : later),
  where: 'excluded.is_final or not known.is_final',
});

export async function readCosts(pool: Pool, stationId: string, limit: number): Promise<SessionCost[]> {
  return readRows(
    pool,
    `select session_ref, source, currency, total::text as total, total_with_tax::text as total_with_tax, energy_wh, charging_seconds,
       idle_seconds, tariff_id, is_final, failure, told_at
     from session_cost where station_id = $1 order by told_at desc, session_ref, source limit $2`,
    [stationId, limit],
  );
}
