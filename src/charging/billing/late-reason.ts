import type { Pool } from 'pg';
import { isFactOf } from '../sessions/store/session-facts.ts';
import type { PricedSession } from '../tariffs/priced-session.ts';
import type { KeptBill } from './bill-store.ts';

const maxNamed = 3;

/** Why a bill changed: the events that came after it was made, by what they are and when they happened. */
export async function lateReason(
  pool: Pool,
  { session, known }: { session: PricedSession; known: KeptBill },
): Promise<string> {
  const { rows } = await pool.query<{ type: string; at: Date }>(
    `select body_of(event) ->> 'type' as type, happened_at as at from event where station_id = $1 and ${isFactOf('$2::text')}
     order by xid, id offset $3 limit $4`,
    [session.stationId, session.ref, known.eventCount, maxNamed + 1],
  );
  if (rows.length === 0) return 'calculated again from the same events';
  const named = rows.slice(0, maxNamed).map(({ type, at }) => `${type} of ${at.toISOString()}`);
  const more = rows.length > maxNamed ? ' and more' : '';
  return `told after the bill: ${named.join(', ')}${more}`;
}
