import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { every, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { WriteBehind } from '#base/write-behind.ts';
import { givenRows, rowsText } from '#database/given-rows.ts';
import {
  dropOldPartitions,
  dropPartitions,
  makePartition,
  makePartitions,
  type TimedTable,
} from '#database/time-partitions.ts';
import { type NewBlock, toBlock, toPages } from './frame-block.ts';

/** One exchange with a station: who called, what, and how it was answered. Or the begin and end of a connection. */
export type Exchange = {
  stationId: string;
  version: string | null;
  at: Date;
  caller: 'station' | 'system';
  action: string | null;
  messageId: string | null;
  request: string;
  answer: string | null;
  answeredAfterMs: number | null;
  /** `heard`: a frame that asks for no answer. */
  outcome: 'answered' | 'error' | 'no-answer' | 'heard' | 'unreadable' | 'connected' | 'disconnected';
  requestId: number | null;
};

export type FrameRecorder = {
  record(exchange: Exchange): void;
  /** A heartbeat like all others: counted, not stored. */
  countHeartbeat(stationId: string): void;
  /** Exchanges that could not be kept: the database refused them, or was away for too long. */
  readonly lost: number;
  flush(): Promise<void>;
  /** Writes the counts of heartbeats, which otherwise happens once a minute. */
  flushHeartbeats(): Promise<void>;
  close(): Promise<void>;
};

/** What came in a second shares blocks: they compress well, and there are few of them. Whoever reads frames has them written first. */
const flushEveryMs = 1_000;
/** So many fill the blocks well enough; held for longer, they would only make work for the garbage collector. */
const enoughToWrite = 1_000;
const countEveryMs = 60_000;
const tidyEveryMs = 3_600_000;
const dayMs = 86_400_000;
const daysAhead = 3;
/** Memory is not a recorder: about a minute of a thousand busy stations waits for the database, and no more. */
const maxWaiting = 20_000;
const maxWaitingCharacters = 32 * 1024 * 1024;
/** What is longer says little more; the mark tells how much there was. */
const longestKept = 64 * 1024;
/** On disk, over all stations: a ring, so that the recorder never fills the disk that the ledger lives on. */
const maxKeptBytes = 20 * 1024 ** 3;

export async function openFrameRecorder(options: {
  pool: Pool;
  redact(frame: string): string;
  keepDays: number;
  maxBytes?: number;
  log: Log;
  closeDeadlineMs?: number;
}): Promise<FrameRecorder> {
  const { pool, redact, keepDays, maxBytes = maxKeptBytes, log, closeDeadlineMs = 5_000 } = options;
  let waiting: Exchange[] = [];
  let waitingCharacters = 0;
  let lost = 0;
  let writing: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const hold = (exchange: Exchange) => {
    const weight = exchange.request.length + (exchange.answer?.length ?? 0);
    if (waiting.length >= maxWaiting || waitingCharacters + weight > maxWaitingCharacters) {
      lost += 1;
      return;
    }
    waiting.push(exchange);
    waitingCharacters += weight;
  };
  const write = async () => {
    const batch = waiting;
    waiting = [];
    waitingCharacters = 0;
    try {
      if (batch.length > 0) await writeBlocks(pool, batch, (exchange) => redacted(exchange, redact));
    } catch (error) {
      // What the database missed while away it will take later.
      willRetry(log, 'record frames', error, { frames: batch.length });
      const newer = waiting;
      waiting = [];
      waitingCharacters = 0;
      for (const exchange of [...batch, ...newer]) hold(exchange);
    }
  };
  /** Writes what waits. Whoever asks while a write is under way shares the next one. */
  const flush = (): Promise<void> => {
    if (writing !== undefined) {
      next ??= writing.then(() => {
        next = undefined;
        return flush();
      });
      return next;
    }
    writing = write().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const beats = new WriteBehind<number>({
    task: 'count heartbeats',
    everyMs: countEveryMs,
    log,
    merge: (earlier, later) => earlier + later,
    write: (counted) => addBeats(pool, counted),
  });
  const makeDays = () => makePartitions(pool, frames, { from: new Date(Date.now() - dayMs), count: 2 + daysAhead });
  const tidy = async () => {
    await makeDays();
    await dropOldPartitions(pool, frames, new Date(Date.now() - keepDays * dayMs));
    const dropped = await makeRoom(pool, maxBytes);
    if (dropped.length === 0) return;
    log.warn({ days: dropped.length }, 'the oldest days of the recorder were dropped to stay within its size');
    await makeDays();
  };

  await tidy();
  const writer = every({ task: 'record frames', everyMs: flushEveryMs, log, run: () => writing ?? flush() });
  const tidying = every({ task: 'tidy the recorder', everyMs: tidyEveryMs, log, run: tidy });
  return {
    record(exchange) {
      hold(isLong(exchange) ? withCutTexts(exchange) : exchange);
      if (waiting.length === enoughToWrite && writing === undefined) void flush();
    },
    countHeartbeat: (stationId) => beats.note(stationId, 1),
    get lost() {
      return lost;
    },
    flush,
    flushHeartbeats: () => beats.flush(),
    async close() {
      const lastWrites = Promise.all([writer.close(), tidying.close()]).then(() =>
        Promise.all([flush(), beats.close()]),
      );
      await Promise.race([lastWrites, pause(closeDeadlineMs, undefined, { ref: false })]);
    },
  };
}

function isLong({ request, answer }: Exchange): boolean {
  return request.length > longestKept || (answer?.length ?? 0) > longestKept;
}

function withCutTexts(exchange: Exchange): Exchange {
  return { ...exchange, request: cut(exchange.request), answer: exchange.answer && cut(exchange.answer) };
}

/** Copies the text: a slice would hold the whole frame in memory. */
function cut(frame: string): string {
  if (frame.length <= longestKept) return frame;
  const kept = Buffer.from(frame.slice(0, longestKept)).toString();
  return `${kept}… (cut: ${frame.length} characters)`;
}

function redacted(exchange: Exchange, redact: (frame: string) => string): Exchange {
  return {
    ...exchange,
    request: redact(exchange.request),
    answer: exchange.answer === null ? null : redact(exchange.answer),
  };
}

async function addBeats(pool: Pool, beats: ReadonlyMap<string, number>): Promise<void> {
  await pool.query(
    `insert into heartbeat_count (station_id, day, beats)
     select station_id, (now() at time zone 'UTC')::date, beats from unnest($1::text[], $2::bigint[]) as counted (station_id, beats)
     on conflict (station_id, day) do update set beats = heartbeat_count.beats + excluded.beats`,
    [[...beats.keys()], [...beats.values()]],
  );
}

/** One partition per day. There is no default one: the recorder makes the day that it misses. */
export const frames: TimedTable = { name: 'frame_block', column: 'to_at', everyDays: 1 };

/** Forgets the oldest days until the rest fits, even today if it alone is too large: a full disk would stop everything. */
export async function makeRoom(pool: Pool, maxBytes: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from (
       select child.relname as name, sum(pg_total_relation_size(child.oid)) over (order by child.relname desc) as bytes
       from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = 'frame_block'::regclass
     ) as since_day where bytes > $1 order by name`,
    [maxBytes],
  );
  return dropPartitions(
    pool,
    frames,
    rows.map(({ name }) => name),
  );
}

const insertText = `
  insert into frame_block (shelf, from_at, to_at, frames)
  select shelf, from_at, to_at, frames from ${givenRows([
    { name: 'shelf', type: 'smallint' },
    { name: 'from_at', type: 'timestamptz' },
    { name: 'to_at', type: 'timestamptz' },
    { name: 'frames', type: 'bytea' },
  ])}`;
const noPartition = '23514';
/** Looking for tokens in one of these takes its time. */
const longFrame = 8 * 1024;

/** A day that has no partition yet, because it was not foreseen, gets one. */
async function writeBlocks(
  pool: Pool,
  exchanges: readonly Exchange[],
  redact: (exchange: Exchange) => Exchange,
): Promise<void> {
  const blocks: NewBlock[] = [];
  for (const page of toPages(exchanges)) {
    const redacted: Exchange[] = [];
    for (const exchange of page.exchanges) {
      redacted.push(redact(exchange));
      if (exchange.request.length > longFrame) await new Promise(setImmediate);
    }
    blocks.push(toBlock({ ...page, exchanges: redacted }));
    await new Promise(setImmediate); // stations wait for their answers meanwhile, and a second's frames take many milliseconds
  }
  try {
    await insertBlocks(pool, blocks);
  } catch (error) {
    if ((error as { code?: string }).code !== noPartition) throw error;
    const days = new Set(blocks.map(({ toAt }) => toAt.toISOString().slice(0, 10)));
    for (const day of days) await makePartition(pool, frames, new Date(day));
    await insertBlocks(pool, blocks);
  }
}

async function insertBlocks(pool: Pool, blocks: readonly NewBlock[]): Promise<void> {
  const rows = blocks.map(({ shelf, fromAt, toAt, frames: bytes }) => [
    shelf,
    fromAt.toISOString(),
    toAt.toISOString(),
    `\\x${bytes.toString('hex')}`,
  ]);
  await pool.query({ name: 'insert-frame-blocks', text: insertText, values: [rowsText(rows)] });
}
