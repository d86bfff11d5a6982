import type { Pool } from 'pg';
import type { HeartbeatDay, KeptMessage, MessageFilter, MessageQuery } from '#contract/stations/message.ts';
import { blockOf, lastIn, type NumberedExchange, readBlock, shelfOf } from './frame-block.ts';

/** An exchange as it was kept, with the number of the command that a call of ours belongs to. */
export type RecordedExchange = KeptMessage & { requestId: number | null };
export type FramePage = { exchanges: RecordedExchange[]; previous: string | null; last: string };

type Block = { id: number; from_at: Date; to_at: Date; frames: Buffer };
type FrameCursor = { at: number; id: number };

/** An exchange is written down once it has ended, and none takes longer than this. */
const longestExchangeMs = 600_000;
const blocksAtOnce = 32;
/** A search for something rare ends here and says where it can go on, rather than read a month for one answer. */
const maxBlocks = 3_000;
const exportedAtOnce = 200;
const endOfTime = 8.64e15;

/** The newest exchanges that fit, in the order they happened; or those written down after a place, in that order. */
export async function readFrames(pool: Pool, stationId: string, query: MessageQuery, now: Date): Promise<FramePage> {
  const source = { pool, stationId, filter: query };
  if (query.after !== undefined) return readSince(source, placeOf(query.after), query.limit);
  const { found, previous } = await readBefore(
    source,
    query.before === undefined ? undefined : placeOf(query.before),
    query.limit,
  );
  return {
    exchanges: found.map(toKept),
    previous: previous === undefined ? null : nameOf(previous),
    last: nameOf(furthest(found) ?? { at: now.getTime(), id: 0 }),
  };
}

export async function* exportFrames(
  pool: Pool,
  stationId: string,
  filter: MessageFilter,
): AsyncGenerator<RecordedExchange[]> {
  let held: NumberedExchange[] = [];
  for await (const block of blocksFrom({ pool, stationId }, timeOf(filter.since) ?? 0)) {
    held.push(...readBlock(block, stationId).filter(fitting(filter)));
    // What began before this and is yet to come would have taken too long.
    const settledAt = block.to_at.getTime() - longestExchangeMs;
    const settled = held.filter(({ at }) => at.getTime() < settledAt).toSorted(inTime);
    if (settled.length < exportedAtOnce) continue;
    held = held.filter(({ at }) => at.getTime() >= settledAt);
    yield* parts(settled);
  }
  yield* parts(held.toSorted(inTime));
}

type Source = { pool: Pool; stationId: string };

async function readSince(
  source: Source & { filter: MessageFilter },
  after: FrameCursor,
  limit: number,
): Promise<FramePage> {
  const { pool, stationId } = source;
  const fits = fitting(source.filter);
  const found: NumberedExchange[] = [];
  let read = after;
  for (let walked = 0; found.length < limit && walked < maxBlocks; walked += blocksAtOnce) {
    const { rows } = await pool.query<Block>(
      `select id::float8 as id, from_at, to_at, frames from frame_block
       where shelf = $1 and to_at > $2 and frame_block.id >= $3 order by frame_block.id limit $4`,
      [shelfOf(stationId), new Date(after.at - longestExchangeMs), blockOf(read.id + 1), blocksAtOnce],
    );
    for (const block of rows) {
      if (found.length >= limit) break;
      found.push(...readBlock(block, stationId).filter((exchange) => exchange.id > after.id && fits(exchange)));
      read = { at: Math.max(read.at, block.to_at.getTime()), id: lastIn(block.id) };
    }
    if (rows.length < blocksAtOnce) break;
  }
  const page = found.slice(0, limit);
  const isWhole = found.length <= limit;
  return { exchanges: page.map(toKept), previous: null, last: nameOf(isWhole ? read : (furthest(page) ?? read)) };
}

/**
 * Blocks are walked back by the latest time in each. What is later than that time in the block just read is settled, since the
 * blocks to come hold nothing later. `previous` is where the page before begins; undefined when there is none.
 */
async function readBefore(
  source: Source & { filter: MessageFilter },
  before: FrameCursor | undefined,
  limit: number,
): Promise<{ found: NumberedExchange[]; previous: FrameCursor | undefined }> {
  const fits = fitting(source.filter);
  const isBefore = (exchange: NumberedExchange) => before === undefined || inTime(exchange, before) < 0;
  const until = Math.min(before?.at ?? endOfTime, timeOf(source.filter.until) ?? endOfTime);
  const since = timeOf(source.filter.since) ?? 0;
  const found: NumberedExchange[] = [];
  let walked = 0;
  for await (const block of blocksBack(source, { since, until })) {
    const settledAfter = block.to_at.getTime();
    const settled = found.filter(({ at }) => at.getTime() > settledAfter);
    if (settled.length >= limit) break;
    if (walked === maxBlocks) return { found: settled.toSorted(inTime), previous: { at: settledAfter + 1, id: 0 } };
    found.push(...readBlock(block, source.stationId).filter((exchange) => isBefore(exchange) && fits(exchange)));
    walked += 1;
  }
  const page = found.toSorted(inTime).slice(-limit);
  return { found: page, previous: page.length === limit ? placeIn(page[0]) : undefined };
}

/** Every block of the station's shelf that may hold something of the time, the latest first. */
async function* blocksBack(
  { pool, stationId }: Source,
  { since, until }: { since: number; until: number },
): AsyncGenerator<Block> {
  let from: { to_at: Date; id: number } | undefined;
  for (;;) {
    const { rows } = await pool.query<Block>(
      `select id::float8 as id, from_at, to_at, frames from frame_block
       where shelf = $1 and to_at >= $2 and to_at <= $3 and from_at <= $4 and ($5::timestamptz is null or (to_at, id) < ($5, $6::bigint))
       order by to_at desc, frame_block.id desc limit $7`,
      [
        shelfOf(stationId),
        new Date(since),
        new Date(Math.min(until + longestExchangeMs, endOfTime)),
        new Date(until),
        from?.to_at ?? null,
        from?.id ?? null,
        blocksAtOnce,
      ],
    );
    yield* rows;
    from = rows.at(-1);
    if (rows.length < blocksAtOnce) return;
  }
}

/** The same, the earliest first. */
async function* blocksFrom({ pool, stationId }: Source, since: number): AsyncGenerator<Block> {
  let after: { to_at: Date; id: number } = { to_at: new Date(since), id: 0 };
  for (;;) {
    const { rows } = await pool.query<Block>(
      `select id::float8 as id, from_at, to_at, frames from frame_block
       where shelf = $1 and (to_at, id) > ($2, $3::bigint) order by to_at, frame_block.id limit $4`,
      [shelfOf(stationId), after.to_at, after.id, blocksAtOnce],
    );
    yield* rows;
    after = rows.at(-1) ?? after;
    if (rows.length < blocksAtOnce) return;
  }
}

function fitting(filter: MessageFilter): (exchange: NumberedExchange) => boolean {
  const { action, messageId, caller, outcome } = filter;
  const text = filter.text?.toLowerCase() ?? '';
  const since = timeOf(filter.since) ?? 0;
  const until = timeOf(filter.until) ?? endOfTime;
  return (exchange) =>
    (action === undefined || exchange.action === action) &&
    (messageId === undefined || exchange.messageId === messageId) &&
    (caller === undefined || exchange.caller === caller) &&
    (outcome === undefined || exchange.outcome === outcome) &&
    exchange.at.getTime() >= since &&
    exchange.at.getTime() < until &&
    (text === '' || `${exchange.request}\n${exchange.answer ?? ''}`.toLowerCase().includes(text));
}

function* parts(exchanges: readonly NumberedExchange[]): Generator<RecordedExchange[]> {
  for (let at = 0; at < exchanges.length; at += exportedAtOnce)
    yield exchanges.slice(at, at + exportedAtOnce).map(toKept);
}

function inTime(a: NumberedExchange, b: { at: Date | number; id: number }): number {
  return a.at.getTime() - new Date(b.at).getTime() || a.id - b.id;
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}

/** A time and a number, since neither alone says where in the recorder we are. */
function nameOf({ at, id }: FrameCursor): string {
  return `${at}.${id}`;
}

function placeOf(name: string): FrameCursor {
  const [at = '0', id = '0'] = name.split('.');
  return { at: Number(at), id: Number(id) };
}

function placeIn(exchange: NumberedExchange | undefined): FrameCursor | undefined {
  return exchange && { at: exchange.at.getTime(), id: exchange.id };
}

/** The latest time and the highest number, which need not belong to the same exchange. */
function furthest(exchanges: readonly NumberedExchange[]): FrameCursor | undefined {
  if (exchanges.length === 0) return undefined;
  return {
    at: Math.max(...exchanges.map(({ at }) => at.getTime())),
    id: Math.max(...exchanges.map(({ id }) => id)),
  };
}

function toKept(exchange: NumberedExchange): RecordedExchange {
  const version = exchange.version as KeptMessage['version'];
  return { ...exchange, id: String(exchange.id), version, at: exchange.at.toISOString() };
}

export async function readHeartbeats(pool: Pool, stationId: string): Promise<HeartbeatDay[]> {
  const { rows } = await pool.query<{ day: string; beats: number }>(
    `select day::text, beats::float8 from heartbeat_count where station_id = $1 order by heartbeat_count.day desc limit 400`,
    [stationId],
  );
  return rows.map(({ day, beats }) => ({ day, count: beats }));
}
