import type { Pool } from 'pg';
import type { LedgerEvent } from '#contract/event.ts';
import { type EventRow, eventColumns, toEvent } from '#ledger/event-reader.ts';
import { origin, parsePosition } from '#ledger/position.ts';
import { type SessionFact, sessionFactKinds } from '../record/session-fact.ts';
import { type KeptFact, wholeFact } from './kept-fact.ts';

const kinds = [...new Set(Object.values(sessionFactKinds))].map((kind) => `'${kind}'`).join(', ');
/** Which events are facts of sessions. Conflicts of before had no key, and are none. */
export const isSessionFact = `event.kind in (${kinds}) and event.key is not null`;

/** Which are facts of the session of that name, an expression of SQL. Their keys stand side by side; a name may begin another. */
export function isFactOf(ref: string): string {
  return `event.key >= 'session:' || ${ref} || ':' and event.key < 'session:' || ${ref} || ';'
    and body_of(event) ->> 'ref' = ${ref} and ${isSessionFact}`;
}

export type SessionName = { stationId: string; ref: string };

export async function readSessionFacts(pool: Pool, { stationId, ref }: SessionName): Promise<SessionFact[]> {
  const { rows } = await pool.query<{ body: KeptFact }>(
    `select body_of(event) as body from event where station_id = $1 and ${isFactOf('$2::text')}`,
    [stationId, ref],
  );
  return rows.map(({ body }) => wholeFact(body));
}

export type SessionEventPage = { events: LedgerEvent[]; next: string | null };

/** In the order in which they were recorded: for looking at, so everything committed is shown. */
export async function readSessionEvents(
  pool: Pool,
  { stationId, ref, limit, after = origin }: SessionName & { limit: number; after?: string | undefined },
): Promise<SessionEventPage> {
  const { xid, id } = parsePosition(after);
  const { rows } = await pool.query<EventRow>(
    `select ${eventColumns} from event
     where station_id = $1 and ${isFactOf('$2::text')} and (xid, id) > ($3::xid8, $4::bigint)
     order by xid, id limit $5`,
    [stationId, ref, xid, id, limit + 1],
  );
  const events = rows.slice(0, limit).map(toEvent);
  return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
}
