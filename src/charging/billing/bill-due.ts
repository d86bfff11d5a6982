import type { Pool } from 'pg';
import { deleteProjection } from '../rows.ts';

/** `dueAt` as the database wrote it, to the microsecond: it tells whether something came since. */
export type Due = { sessionId: string; dueAt: string };

export async function readDue(pool: Pool, limit: number): Promise<Due[]> {
  const { rows } = await pool.query<Due>(
    `select session_id as "sessionId", due_at::text as "dueAt" from bill_due where due_at <= clock_timestamp()
     order by bill_due.due_at limit $1`,
    [limit],
  );
  return rows;
}

/** Billed, or nothing to bill. What has become due again meanwhile stays. */
export const settledDue = deleteProjection<Due>({
  name: 'settled bills',
  table: 'bill_due',
  key: ['sessionId', 'dueAt'],
  isIndependent: true,
});

/** One that cannot be billed must not keep the others waiting: its turn comes again. */
export async function postpone(pool: Pool, { sessionId, dueAt }: Due, minutes: number): Promise<void> {
  await pool.query(
    `update bill_due set due_at = clock_timestamp() + make_interval(mins => $3) where session_id = $1 and due_at = $2`,
    [sessionId, dueAt, minutes],
  );
}
