import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isRefusedByDatabase } from '#database/database-errors.ts';
import { asError } from '#errors.ts';
import type { Log } from '#log.ts';
import { dropOldPartitions, makePartitions } from './frame-partitions.ts';

/** One exchange with a station: who called, what, and how it was answered. */
export type Exchange = {
  stationId: string;
  at: Date;
  caller: 'station' | 'system';
  action: string | null;
  messageId: string | null;
  request: string;
  answer: string | null;
  answeredAfterMs: number | null;
  /** `heard`: a frame that asks for no answer. */
  outcome: 'answered' | 'error' | 'no-answer' | 'heard' | 'unreadable';
};

export type FrameRecorder = {
  record(exchange: Exchange): void;
  /** A heartbeat like all others: counted, not stored. */
  countHeartbeat(stationId: string): void;
  /** Exchanges that could not be kept because the database was away for too long. */
  readonly lost: number;
  flush(): Promise<void>;
  close(): Promise<void>;
};

const flushEveryMs = 250;
const countEveryMs = 60_000;
const tidyEveryMs = 3_600_000;
/** About a minute of a thousand busy stations: beyond that the oldest go, since memory is not a recorder. */
const mostWaiting = 20_000;

export async function openFrameRecorder(options: {
  pool: Pool;
  redact(frame: string): string;
  keepDays: number;
  log: Log;
}): Promise<FrameRecorder> {
  const { pool, redact, keepDays, log } = options;
  let waiting: Exchange[] = [];
  let beats = new Map<string, number>();
  let lost = 0;
  let writing: Promise<void> = Promise.resolve();

  const flush = () => {
    writing = writing.then(async () => {
      const batch = waiting;
      waiting = [];
      if (batch.length === 0) return;
      try {
        await copyFrames(
          pool,
          batch.map((exchange) => redacted(exchange, redact)),
        );
      } catch (thrown) {
        const error = asError(thrown);
        log.warn({ frames: batch.length, cause: error.message }, 'frames could not be recorded');
        // What the database refuses today it will refuse tomorrow; what it missed while away it will take later.
        if (isRefusedByDatabase(error)) lost += batch.length;
        else waiting = [...batch, ...waiting];
      }
      const over = waiting.length - mostWaiting;
      if (over > 0) {
        waiting.splice(0, over);
        lost += over;
      }
    });
    return writing;
  };
  const flushBeats = async () => {
    const counted = beats;
    beats = new Map();
    if (counted.size > 0) await addBeats(pool, counted);
  };
  const tidy = async () => {
    await makePartitions(pool, new Date());
    await dropOldPartitions(pool, new Date(Date.now() - keepDays * 86_400_000));
  };
  const inBackground = (work: () => Promise<void>) => () => {
    work().catch((error: unknown) => log.warn({ cause: asError(error).message }, 'the recorder could not tidy up'));
  };

  await tidy();
  const timers = [
    setInterval(() => void flush(), flushEveryMs),
    setInterval(inBackground(flushBeats), countEveryMs),
    setInterval(inBackground(tidy), tidyEveryMs),
  ];
  return {
    record: (exchange) => void waiting.push(exchange),
    countHeartbeat: (stationId) => void beats.set(stationId, (beats.get(stationId) ?? 0) + 1),
    get lost() {
      return lost;
    },
    flush,
    async close() {
      for (const timer of timers) clearInterval(timer);
      await flush();
      await flushBeats().catch((error: unknown) =>
        log.warn({ cause: asError(error).message }, 'heartbeats could not be counted'),
      );
    },
  };
}

function redacted(exchange: Exchange, redact: (frame: string) => string): Exchange {
  return {
    ...exchange,
    request: redact(exchange.request),
    answer: exchange.answer === null ? null : redact(exchange.answer),
  };
}

async function copyFrames(pool: Pool, exchanges: readonly Exchange[]): Promise<void> {
  const client = await pool.connect();
  try {
    const copy = client.query(
      copyFrom(
        'copy frame (station_id, at, caller, action, message_id, request, answer, answered_after_ms, outcome) from stdin',
      ),
    );
    await pipeline(Readable.from(exchanges.map(copyLine)), copy);
    client.release();
  } catch (error) {
    client.release(asError(error));
    throw error;
  }
}

function copyLine(exchange: Exchange): string {
  const { stationId, at, caller, action, messageId, request, answer, answeredAfterMs, outcome } = exchange;
  const values = [stationId, at.toISOString(), caller, action, messageId, request, answer, answeredAfterMs, outcome];
  return `${values.map(copyValue).join('\t')}\n`;
}

/** COPY's text format; a NUL can stand in a frame that is no JSON, but not in a PostgreSQL text. */
function copyValue(value: string | number | null): string {
  if (value === null) return '\\N';
  return String(value)
    .replaceAll('\0', '\uFFFD')
    .replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character);
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

async function addBeats(pool: Pool, beats: ReadonlyMap<string, number>): Promise<void> {
  await pool.query(
    `insert into heartbeat_count (station_id, day, beats)
     select station_id, current_date, beats from unnest($1::text[], $2::bigint[]) as counted (station_id, beats)
     on conflict (station_id, day) do update set beats = heartbeat_count.beats + excluded.beats`,
    [[...beats.keys()], [...beats.values()]],
  );
}
