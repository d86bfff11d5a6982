import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isRefusedByDatabase } from '#database/database-errors.ts';
import { asError } from '#errors.ts';
import { makePartition } from './frame-partitions.ts';
import type { Exchange } from './frame-recorder.ts';

/** A write that takes longer has met a database that does not answer. */
const writeDeadlineMs = 10_000;

/** Returns how many the database refuses for good. One bad row harms no other: the batch is halved until it stands alone. */
export async function copyFrames(pool: Pool, batch: readonly Exchange[], mayMakePartitions = true): Promise<number> {
  try {
    await copyBatch(pool, batch);
    return 0;
  } catch (error) {
    if (!isRefusedByDatabase(error)) throw error;
    if (mayMakePartitions && (error as { code?: string }).code === '23514') {
      for (const day of new Set(batch.map(({ at }) => at.toISOString().slice(0, 10))))
        await makePartition(pool, new Date(day));
      return copyFrames(pool, batch, false);
    }
    if (batch.length === 1) return 1;
    const middle = Math.ceil(batch.length / 2);
    return (
      (await copyFrames(pool, batch.slice(0, middle), false)) + (await copyFrames(pool, batch.slice(middle), false))
    );
  }
}

async function copyBatch(pool: Pool, exchanges: readonly Exchange[]): Promise<void> {
  const client = await pool.connect();
  try {
    const copy = client.query(
      copyFrom(
        `copy frame (station_id, version, at, caller, action, message_id, request, answer, answered_after_ms, outcome,
           request_id) from stdin`,
      ),
    );
    await pipeline(Readable.from(exchanges.map(copyLine)), copy, { signal: AbortSignal.timeout(writeDeadlineMs) });
    client.release();
  } catch (error) {
    client.release(asError(error));
    throw error;
  }
}

function copyLine(exchange: Exchange): string {
  const { stationId, version, at, caller, action, messageId, request, answer } = exchange;
  const { answeredAfterMs, outcome, requestId } = exchange;
  const said = [stationId, version, at.toISOString(), caller, action, messageId, request, answer];
  const values = [...said, answeredAfterMs, outcome, requestId];
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
