import type { Pool } from 'pg';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import type { EventQuery } from './ledger-types.ts';
import { formatPosition, laterPosition, origin, parsePosition } from './position.ts';

/** Values that were written under another word, by kind and field. Events are never rewritten, so readers get the word of today. */
const formerWords: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  'connector-status': { status: { free: 'available', 'in-use': 'occupied', 'out-of-service': 'unavailable' } },
};

export function inTodaysWords(kind: string, body: Record<string, unknown>): Record<string, unknown> {
  const fields = formerWords[kind];
  if (fields === undefined) return body;
  const renamed = Object.entries(fields).flatMap(([field, words]) => {
    const word = words[String(body[field])];
    return word === undefined ? [] : [[field, word] as const];
  });
  return renamed.length === 0 ? body : { ...body, ...Object.fromEntries(renamed) };
}

export type EventRow = {
  id: number;
  xid: string;
  kind: StoredKind;
  station_id: string | null;
  happened_at: Date;
  recorded_at: Date;
  principal: string | null;
  flags: string[] | null;
  body: Record<string, unknown>;
};

export const eventColumns =
  'id, xid, kind, station_id, happened_at, recorded_at, principal, flags, body_of(event) as body';

/** What stations tell all day is not in the index by kind: who reads it walks the ledger, which is full of it. */
const frequentKinds: readonly StoredKind[] = ['session-event', 'meter-values', 'connector-status', 'token-accepted'];
/** As the index says it, so that it can be used. */
const rareKinds = `kind not in (${frequentKinds.map((kind) => `'${kind}'`).join(', ')})`;
function areRare(kinds: readonly StoredKind[]): boolean {
  return kinds.every((kind) => !frequentKinds.includes(kind));
}

/** Words of a body are in its shape (body-shape.ts), so few shapes are looked at rather than every body. */
const bearsWord = `coalesce(body @> $13::jsonb, shape_id in (select id from event_shape where position($14::text in words) > 0))`;

/**
 * Events after a position, oldest first, never past the oldest transaction that is still open: whoever reads on skips nothing.
 * The newest events are for looking at, not for reading on, so there everything committed is shown.
 */
export async function readEvents(pool: Pool, query: EventQuery): Promise<LedgerEvent[]> {
  const { after = origin, isNewest = false, stationId, kinds, exceptKinds, happenedFrom, happenedTo, limit } = query;
  const { xid, id } = parsePosition(after);
  const end = query.before === undefined ? null : parsePosition(query.before);
  const { kind, field = '', word, isWanted } = query.wordFilter ?? {};
  const wanted = { [field]: word };
  const direction = isNewest ? 'desc' : 'asc';
  const isRare = kinds !== undefined && areRare(kinds);
  const { rows } = await pool.query<EventRow>(
    `select ${eventColumns}
     from event
     where (xid, id) > ($1::xid8, $2::bigint) and ($6 or xid < pg_snapshot_xmin(pg_current_snapshot()))
       and ($3::text is null or station_id = $3) and ($4::text[] is null or kind = any($4)) ${isRare ? `and ${rareKinds}` : ''}
       and ($7::timestamptz is null or happened_at >= $7) and ($8::timestamptz is null or happened_at < $8) and ($9::text[] is null or kind <> all($9))
       and ($10::xid8 is null or ((xid, id) < ($10, $11::bigint) and event_span(xid) <= event_span($10)))
       and ($12::text is null or kind <> $12 or ${bearsWord} = $15::boolean)
     order by ${stationId === undefined ? '' : `event_span(xid) ${direction}, `}xid ${direction}, id ${direction}
     limit $5`,
    [
      xid,
      id,
      stationId ?? null,
      kinds ?? null,
      limit,
      isNewest,
      happenedFrom ?? null,
      happenedTo ?? null,
      exceptKinds ?? null,
      end?.xid ?? null,
      end?.id ?? null,
      kind ?? null,
      JSON.stringify(wanted),
      JSON.stringify(wanted).slice(1, -1),
      isWanted ?? null,
    ],
  );
  const events = rows.map(toEvent);
  return isNewest ? events.toReversed() : events;
}

/** As above, of these kinds alone, with the position up to which there is no other one. */
export async function readOfKinds(
  pool: Pool,
  { after, kinds, limit }: { after: string; kinds: readonly StoredKind[]; limit: number },
): Promise<{ events: LedgerEvent[]; passed: string }> {
  const { xid, id } = parsePosition(after);
  const { rows } = await pool.query<{ head: string } & (EventRow | { id: null })>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as head, wanted.*
     from (select) as always left join lateral (
       select ${eventColumns} from event
       where (xid, id) > ($1::xid8, $2::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
         and kind = any($3::text[]) ${areRare(kinds) ? `and ${rareKinds}` : ''}
       order by xid, id limit $4
     ) as wanted on true`,
    [xid, id, kinds, limit],
  );
  const events = rows.flatMap((row) => (row.id === null ? [] : [toEvent(row)]));
  const [last, head] = [events.at(-1)?.id ?? after, formatPosition({ xid: rows[0]?.head ?? '0', id: '0' })];
  return { events, passed: events.length === limit ? last : laterPosition(last, head) };
}

export async function readHead(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ xid: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xid');
  return formatPosition({ xid: rows[0]?.xid ?? '0', id: '0' });
}

export function toEvent(row: EventRow): LedgerEvent {
  return {
    id: formatPosition({ xid: row.xid, id: String(row.id) }),
    kind: row.kind,
    stationId: row.station_id,
    happenedAt: row.happened_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    principal: row.principal,
    flags: row.flags ?? [],
    body: inTodaysWords(row.kind, row.body),
  };
}
