import type { Pool } from 'pg';
import { givenRows, rowsText } from '#database/given-rows.ts';
import { dropPartitions, makePartition, type TimedTable } from '#database/time-partitions.ts';
import { type NewBlock, toBlock, toPages } from './frame-block.ts';
import type { Exchange } from './frame-recorder.ts';

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
export async function writeBlocks(
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
