import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { messageQuery } from '#contract/stations/message.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { shelfOf } from './frame-block.ts';
import { type Exchange, makeRoom, openFrameRecorder } from './frame-recorder.ts';
import { exportFrames, readFrames } from './read-frames.ts';

const now = new Date();
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

function exchange(messageId: string, more: Partial<Exchange> = {}): Exchange {
  return {
    stationId: 'CP-1',
    version: '2.0.1',
    at: now,
    caller: 'station',
    action: 'StatusNotification',
    messageId,
    request: `[2,"${messageId}","StatusNotification",{}]`,
    answer: `[3,"${messageId}",{}]`,
    answeredAfterMs: 1,
    outcome: 'answered',
    requestId: null,
    ...more,
  };
}

async function recorded(database: FreshDatabase, exchanges: readonly Exchange[]): Promise<void> {
  const recorder = await openFrameRecorder({
    pool: database.pool,
    redact: (frame) => frame,
    keepDays: 30,
    log: silentLog,
  });
  for (const each of exchanges) recorder.record(each);
  await recorder.close();
}

const read = async ({ pool }: FreshDatabase, query: object) => {
  const page = await readFrames(pool, 'CP-1', messageQuery.parse(query), now);
  return { ...page, ids: page.exchanges.map(({ messageId }) => messageId) };
};

test('exchanges are found by action, id, caller, outcome, time and text', async () => {
  await using database = await freshDatabase();
  await recorded(database, [
    exchange('a', { at: ago(30) }),
    exchange('b', { at: ago(20), action: 'Reset', caller: 'system', outcome: 'no-answer', answer: null }),
    exchange('c', { at: ago(10), outcome: 'error' }),
    exchange('d', { stationId: 'CP-2' }),
    exchange('e', { at: ago(5), answer: '[4,"e","InternalError","reset failed",{}]' }),
  ]);
  const ids = async (query: object) => (await read(database, query)).ids;
  expect(await ids({})).toEqual(['a', 'b', 'c', 'e']);
  expect(await ids({ action: 'Reset' })).toEqual(['b']);
  expect(await ids({ messageId: 'c' })).toEqual(['c']);
  expect(await ids({ caller: 'system' })).toEqual(['b']);
  expect(await ids({ outcome: 'error' })).toEqual(['c']);
  expect(await ids({ text: 'RESET' })).toEqual(['e']);
  expect(await ids({ text: '100%' })).toEqual([]);
  expect(await ids({ since: ago(25).toISOString(), until: ago(10).toISOString() })).toEqual(['b']);
});

test('pages go back without a gap or a repetition, also where many exchanges share a time', async () => {
  await using database = await freshDatabase();
  const names = Array.from({ length: 25 }, (_, index) => `m${index}`);
  await recorded(
    database,
    names.map((name) => exchange(name)),
  );
  const pages: (string | null)[][] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await read(database, { limit: 10, ...(before !== undefined && { before }) });
    pages.unshift(page.ids);
    before = page.previous;
  }
  expect(pages.map(({ length }) => length)).toEqual([5, 10, 10]);
  expect(pages.flat()).toEqual(names);
});

test('a follower hears of an exchange that began before the last one and ended after it', async () => {
  await using database = await freshDatabase();
  await recorded(database, [exchange('quick', { at: ago(5) })]);
  const { last } = await read(database, {});
  await recorded(database, [exchange('slow', { at: ago(35) }), exchange('next', { at: ago(1) })]);
  const since = await read(database, { after: last });
  expect(since.ids).toEqual(['slow', 'next']);
  expect((await read(database, { after: since.last })).ids).toEqual([]);
});

test('whoever follows what has not happened yet hears of it once it does', async () => {
  await using database = await freshDatabase();
  await recorded(database, [exchange('a')]);
  const { last } = await read(database, { action: 'Reset' });
  await recorded(database, [exchange('b', { action: 'Reset', at: new Date() })]);
  expect((await read(database, { action: 'Reset', after: last })).ids).toEqual(['b']);
});

test('a follower with a filter gets past what does not fit', async () => {
  await using database = await freshDatabase();
  await recorded(database, [exchange('a')]);
  const { last } = await read(database, { action: 'Reset' });
  for (let block = 0; block < 40; block += 1) await recorded(database, [exchange(`m${block}`, { at: new Date() })]);
  const nothing = await read(database, { action: 'Reset', after: last });
  expect([nothing.ids, nothing.last === last]).toEqual([[], false]);
  await recorded(database, [exchange('b', { action: 'Reset', at: new Date() })]);
  expect((await read(database, { action: 'Reset', after: nothing.last })).ids).toEqual(['b']);
});

test('an export is read a part at a time, in the order of time, whatever order it was written down in', async () => {
  await using database = await freshDatabase();
  const written = Array.from({ length: 450 }, (_, index) => exchange(`m${index}`, { at: ago(5_000 - index * 10) }));
  const slow = exchange('slow', { at: ago(3_001) });
  for (const part of [written.slice(0, 250), [...written.slice(250, 260), slow], written.slice(260)])
    await recorded(database, part);
  const parts = await Array.fromAsync(exportFrames(database.pool, 'CP-1', {}));
  expect(parts.every(({ length }) => length <= 200)).toBe(true);
  const inTime = [...written, slow].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  expect(parts.flat().map(({ messageId }) => messageId)).toEqual(inTime.map(({ messageId }) => messageId));
});

test('a page goes back over many blocks, and other stations of the shelf stay out of it', async () => {
  await using database = await freshDatabase();
  const neighbour = Array.from({ length: 1_000 }, (_, index) => `N-${index}`).find(
    (id) => shelfOf(id) === shelfOf('CP-1'),
  );
  for (let block = 0; block < 80; block += 1)
    await recorded(database, [
      exchange(`m${block}`, { at: ago(1_000 - block) }),
      exchange(`n${block}`, { at: ago(1_000 - block), stationId: neighbour ?? '' }),
    ]);
  const newest = await read(database, { limit: 50 });
  expect(newest.ids).toEqual(Array.from({ length: 50 }, (_, index) => `m${30 + index}`));
  const older = await read(database, { limit: 50, before: newest.previous });
  expect(older.ids).toEqual(Array.from({ length: 30 }, (_, index) => `m${index}`));
  expect(older.previous).toBeNull();
});

test('the oldest days go first when the recorder is too large', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const days = ['2031-01-01', '2031-01-02', '2031-01-03'];
  const large = 'x'.repeat(60_000);
  const noise = () => Array.from({ length: 60 }, () => Math.random().toString(36)).join(large.slice(0, 20));
  await recorded(
    database,
    days.flatMap((day) =>
      Array.from({ length: 300 }, () => exchange('m', { at: new Date(`${day}T12:00:00Z`), request: noise() })),
    ),
  );
  const { rows } = await pool.query<{ bytes: number }>(
    "select pg_total_relation_size('frame_block_2031_01_03') as bytes",
  );
  const dropped = await makeRoom(pool, Math.round((rows[0]?.bytes ?? 0) * 1.5));
  expect(dropped.at(-1)).toBe('frame_block_2031_01_02');
  expect(dropped).not.toContain('frame_block_2031_01_03');
  expect((await pool.query('select distinct to_at from frame_block')).rows).toEqual([
    { to_at: new Date('2031-01-03T12:00:00Z') },
  ]);
});
