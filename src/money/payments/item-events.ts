import type { Pool } from 'pg';
import { minorText } from '#base/currency.ts';
import type { NewEvent } from '#ledger/ledger-types.ts';
import type { OpenItem } from './open-items.ts';

/** Items that nobody knows of yet, to be told with the commit that opens them. What a person has closed stays closed. */
export async function itemEvents(pool: Pool, items: readonly OpenItem[], at: Date): Promise<NewEvent[]> {
  if (items.length === 0) return [];
  const { rows } = await pool.query<{ key: string }>(
    'select key from open_item where key = any($1) and (closed_at is null or closed_by is not null)',
    [items.map(({ key }) => key)],
  );
  const known = new Set(rows.map(({ key }) => key));
  return items
    .filter(({ key }) => !known.has(key))
    .map(({ key, kind, paymentId, amount, currency }) => ({
      kind: 'open-item-opened',
      stationId: null,
      key: `open-item:${key}:${at.toISOString()}`, // one that is over may open again
      happenedAt: at,
      body: { item: kind, paymentId, amount: minorText(amount, currency), currency },
    }));
}
