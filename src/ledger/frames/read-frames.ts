import type { Pool } from 'pg';
import type { KeptMessage, MessageFilter, MessageQuery } from '#contract/message.ts';

/** An exchange as it was kept, with the number of the command that a call of ours belongs to. */
export type RecordedExchange = KeptMessage & { requestId: number | null };
export type FramePage = { exchanges: RecordedExchange[]; previous: string | null; last: string };

type FrameRow = {
  id: string;
  station_id: string;
  version: KeptMessage['version'];
  at: Date;
  caller: KeptMessage['caller'];
  action: string | null;
  message_id: string | null;
  request: string;
  answer: string | null;
  answered_after_ms: number | null;
  outcome: KeptMessage['outcome'];
  request_id: number | null;
};

type Place = { at: Date; id: string };

/** An exchange is written down once it has ended, and none takes longer than this. */
const longestExchangeMs = 600_000;
const exportedAtOnce = 200;

const columns = `frame.id::text, station_id, version, at, caller, action, message_id, request, answer, answered_after_ms, outcome,
  request_id`;
const fits = `station_id = $1 and ($2::text is null or action = $2) and ($3::text is null or message_id = $3)
  and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)
  and ($6::text is null or caller = $6) and ($7::text is null or outcome = $7)`;

// A bare `id` in `order by` would mean the column of the answer, which is a text.

/** The newest exchanges that fit, in the order they happened; or those written down after a place, in that order. */
export async function readFrames(pool: Pool, stationId: string, query: MessageQuery, now: Date): Promise<FramePage> {
  const given = [...filterValues(stationId, query), query.limit];
  const rows =
    query.after === undefined
      ? await readBefore(pool, given, query.before)
      : await readSince(pool, given, placeOf(query.after));
  const [first] = rows;
  const isFull = rows.length === query.limit && query.after === undefined;
  return {
    exchanges: rows.map(toExchange),
    previous: isFull && first !== undefined ? nameOf(first) : null,
    last: nameOf(furthest(rows) ?? (query.after === undefined ? { at: now, id: '0' } : placeOf(query.after))),
  };
}

/** All that fit, oldest first, a part at a time. */
export async function* exportFrames(
  pool: Pool,
  stationId: string,
  filter: MessageFilter,
): AsyncGenerator<RecordedExchange[]> {
  let place: Place = { at: new Date(0), id: '0' };
  for (;;) {
    const { rows } = await pool.query<FrameRow>(
      `select ${columns} from frame where ${fits} and (at, id) > ($8::timestamptz, $9::bigint) order by at, frame.id limit $10`,
      [...filterValues(stationId, filter), place.at, place.id, exportedAtOnce],
    );
    if (rows.length > 0) yield rows.map(toExchange);
    place = rows.at(-1) ?? place;
    if (rows.length < exportedAtOnce) return;
  }
}

async function readBefore(pool: Pool, given: readonly unknown[], before: string | undefined): Promise<FrameRow[]> {
  const place = before === undefined ? undefined : placeOf(before);
  const { rows } = await pool.query<FrameRow>(
    `select ${columns} from frame where ${fits} and ($9::timestamptz is null or (at, id) < ($9, $10::bigint))
     order by at desc, frame.id desc limit $8`,
    [...given, place?.at ?? null, place?.id ?? null],
  );
  return rows.toReversed();
}

async function readSince(pool: Pool, given: readonly unknown[], { at, id }: Place): Promise<FrameRow[]> {
  const { rows } = await pool.query<FrameRow>(
    `select ${columns} from frame where ${fits} and at > $9 and id > $10::bigint order by frame.id limit $8`,
    [...given, new Date(at.getTime() - longestExchangeMs), id],
  );
  return rows;
}

function filterValues(stationId: string, filter: MessageFilter): unknown[] {
  const { action, messageId, since, until, caller, outcome } = filter;
  return [stationId, ...[action, messageId, since, until, caller, outcome].map((value) => value ?? null)];
}

/** A time and a number, since neither alone says where in the recorder we are. */
function nameOf({ at, id }: Place): string {
  return `${at.getTime()}.${id}`;
}

function placeOf(name: string): Place {
  const [at = '0', id = '0'] = name.split('.');
  return { at: new Date(Number(at)), id };
}

/** The latest time and the highest number, which need not belong to the same exchange. */
function furthest(rows: readonly FrameRow[]): Place | undefined {
  const [first, ...others] = rows;
  if (first === undefined) return undefined;
  return others.reduce<Place>(
    (place, { at, id }) => ({ at: at > place.at ? at : place.at, id: BigInt(id) > BigInt(place.id) ? id : place.id }),
    first,
  );
}

function toExchange(row: FrameRow): RecordedExchange {
  return {
    id: row.id,
    stationId: row.station_id,
    version: row.version,
    at: row.at.toISOString(),
    caller: row.caller,
    action: row.action,
    messageId: row.message_id,
    request: row.request,
    answer: row.answer,
    answeredAfterMs: row.answered_after_ms,
    outcome: row.outcome,
    requestId: row.request_id,
  };
}
