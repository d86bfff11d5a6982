import type { Pool } from 'pg';
import { deleteProjection, readRows, tableProjection } from '../rows.ts';

type Due = { partnerId: string; recordId: string };

/** Records whose drivers have yet to be billed. */
export const newDue = tableProjection<Due & { dueAt: Date }>({
  name: 'due roaming bills',
  table: 'roaming_bill_due',
  key: ['partnerId', 'recordId'],
  again: 'keep',
});

export const settledDue = deleteProjection<Due>({
  name: 'settled roaming bills',
  table: 'roaming_bill_due',
  key: ['partnerId', 'recordId'],
});

export const readDue = (pool: Pool, limit: number): Promise<Due[]> =>
  readRows(pool, 'select partner_id, record_id from roaming_bill_due order by due_at, record_id limit $1', [limit]);
