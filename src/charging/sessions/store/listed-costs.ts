import type { Pool } from 'pg';
import type { ListedCost } from '#contract/sessions/session.ts';
import { amountOf, unitsOf } from '../../decimal.ts';

type Row = { id: string; total: string; currency: string };

/** What sessions came to, by their ids; of those that run, what their stations were last told. */
export async function readListedCosts(
  pool: Pool,
  sessions: readonly { id: string; stationId: string; ref: string; state: string }[],
): Promise<ReadonlyMap<string, ListedCost>> {
  const running = sessions.filter(({ state }) => state === 'running');
  const ended = sessions.filter(({ state }) => state !== 'running');
  const [told, booked] = await Promise.all([
    running.length === 0
      ? []
      : readRows(
          pool,
          `select asked.id, total::text as total, currency
           from unnest($1::uuid[], $2::text[], $3::text[]) as asked (id, station_id, session_ref)
           join session_cost using (station_id, session_ref) where source = 'ours'`,
          [running.map(({ id }) => id), running.map(({ stationId }) => stationId), running.map(({ ref }) => ref)],
        ),
    ended.length === 0
      ? []
      : readRows(
          pool,
          `select session_id as id, total::text as total, currency from bill
           where session_id = any($1::uuid[]) and currency is not null`,
          [ended.map(({ id }) => id)],
        ),
  ]);
  const costOf = ({ total, currency }: Row, state: ListedCost['state']) => ({
    total: amountOf(unitsOf(total), currency),
    currency,
    state,
  });
  return new Map([
    ...told.map((row) => [row.id, costOf(row, 'running')] as const),
    ...booked.map((row) => [row.id, costOf(row, 'final')] as const),
  ]);
}

async function readRows(pool: Pool, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>(text, values)).rows;
}
