import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';

/** `dueAt` as the database wrote it, to the microsecond: it tells whether something came since. */
export type Due = { sessionId: string; dueAt: string };

/** Oldest first. */
export async function readDue(pool: Pool, limit: number): Promise<Due[]> {
  const { rows } = await pool.query<Due>(
    `select session_id as "sessionId", due_at::text as "dueAt" from bill_due where due_at <= clock_timestamp()
     order by bill_due.due_at limit $1`,
    [limit],
  );
  return rows;
}

/** Billed, or nothing to bill. What has become due again meanwhile stays. */
export const settledDue: Projection<Due> = {
  name: 'settled bills',
  isIndependent: true,
  identity: ({ sessionId, dueAt }) => `${sessionId}\n${dueAt}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `delete from bill_due using unnest($1::uuid[], $2::timestamptz[]) as settled (session_id, due_at)
       where bill_due.session_id = settled.session_id and bill_due.due_at = settled.due_at`,
      [rows.map(({ sessionId }) => sessionId), rows.map(({ dueAt }) => dueAt)],
    );
  },
};

/** One that cannot be billed must not keep the others waiting: its turn comes again. */
export async function postpone(pool: Pool, { sessionId, dueAt }: Due, minutes: number): Promise<void> {
  await pool.query(
    `update bill_due set due_at = clock_timestamp() + make_interval(mins => $3) where session_id = $1 and due_at = $2`,
    [sessionId, dueAt, minutes],
  );
}
