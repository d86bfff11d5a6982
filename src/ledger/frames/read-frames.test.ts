import { describe, expect, test } from 'vitest';
import { scriptedPool } from '../../../test/support/scripted-pool.ts';
import { type NewBlock, shelfOf, toBlock } from './frame-block.ts';
import type { Exchange } from './frame-recorder.ts';
import { exportFrames, readFrames } from './read-frames.ts';

const noon = Date.parse('2026-03-01T12:00:00Z');
const now = new Date(noon + 3_600_000);
const exchange = (minute: number, more: Partial<Exchange> = {}): Exchange => ({
  stationId: 'CP-1',
  version: '1.6',
  at: new Date(noon + minute * 60_000),
  caller: 'station',
  action: 'Heartbeat',
  messageId: `m${minute}`,
  request: '[]',
  answer: '[]',
  answeredAfterMs: 1,
  outcome: 'answered',
  requestId: null,
  ...more,
});

type Row = { id: number; from_at: Date; to_at: Date; frames: Buffer };

/** The blocks as the three questions of the reader would be answered by a table. */
function poolOf(...pages: Exchange[][]) {
  const rows = pages.map((exchanges, index): Row => {
    const { fromAt, toAt, frames }: NewBlock = toBlock({ shelf: shelfOf('CP-1'), exchanges });
    return { id: index + 1, from_at: fromAt, to_at: toAt, frames };
  });
  const inTime = (a: Row, b: Row) => a.to_at.getTime() - b.to_at.getTime() || a.id - b.id;
  const time = (value: unknown) => (value as Date).getTime();
  return scriptedPool(
    [
      'frame_block.id >= $3',
      ({ values: [, since, id, limit] }) =>
        rows.filter((row) => time(row.to_at) > time(since) && row.id >= Number(id)).slice(0, Number(limit)),
    ],
    [
      'order by to_at desc',
      ({ values: [, since, latest, until, to, id, limit] }) =>
        rows
          .filter(
            (row) =>
              time(row.to_at) >= time(since) && time(row.to_at) <= time(latest) && time(row.from_at) <= time(until),
          )
          .filter((row) => to === null || inTime(row, { ...row, to_at: to as Date, id: Number(id) }) < 0)
          .toSorted((a, b) => inTime(b, a))
          .slice(0, Number(limit)),
    ],
    [
      'order by to_at, frame_block.id',
      ({ values: [, to, id, limit] }) =>
        rows
          .filter((row) => inTime(row, { ...row, to_at: to as Date, id: Number(id) }) > 0)
          .toSorted(inTime)
          .slice(0, Number(limit)),
    ],
  ).pool;
}

const minutes = (exchanges: readonly { at: string }[]) => exchanges.map(({ at }) => (Date.parse(at) - noon) / 60_000);

describe('the newest messages', () => {
  const pool = poolOf([exchange(0), exchange(1)], [exchange(3), exchange(2)], [exchange(4)]);

  test('come in the order they happened, as many as are wanted', async () => {
    const page = await readFrames(pool, 'CP-1', { limit: 3 } as never, now);
    expect(minutes(page.exchanges)).toEqual([2, 3, 4]);
    expect(page.previous).toBe(`${noon + 120_000}.2049`);
    expect(page.last).toBe(`${noon + 240_000}.3072`);
  });

  test('before those of a page come the others', async () => {
    const page = await readFrames(pool, 'CP-1', { limit: 3, before: `${noon + 120_000}.2049` } as never, now);
    expect([minutes(page.exchanges), page.previous]).toEqual([[0, 1], null]);
    expect(
      (await readFrames(pool, 'CP-1', { limit: 2, before: `${noon + 120_000}.2049` } as never, now)).previous,
    ).not.toBeNull();
  });

  test('after a place come those that were written down since', async () => {
    const page = await readFrames(pool, 'CP-1', { limit: 10, after: `${noon + 60_000}.1025` } as never, now);
    expect([minutes(page.exchanges), page.previous, page.last]).toEqual([[3, 2, 4], null, `${noon + 240_000}.4095`]);
    const first = await readFrames(pool, 'CP-1', { limit: 1, after: `${noon + 60_000}.1025` } as never, now);
    expect([minutes(first.exchanges), first.last]).toEqual([[3], `${noon + 180_000}.2048`]);
    const rest = await readFrames(pool, 'CP-1', { limit: 10, after: first.last } as never, now);
    expect(minutes(rest.exchanges)).toEqual([2, 4]);
    const nothing = await readFrames(pool, 'CP-1', { limit: 10, after: rest.last } as never, now);
    expect([nothing.exchanges, nothing.last]).toEqual([[], rest.last]);
  });

  test('of a station that said nothing are none', async () => {
    expect(await readFrames(poolOf(), 'CP-1', { limit: 3 } as never, now)).toEqual({
      exchanges: [],
      previous: null,
      last: `${now.getTime()}.0`,
    });
  });

  test('tell their number, version and time as text', async () => {
    const [kept] = (await readFrames(poolOf([exchange(0, { requestId: 7 })]), 'CP-1', { limit: 1 } as never, now))
      .exchanges;
    expect(kept).toMatchObject({ id: '1024', version: '1.6', at: '2026-03-01T12:00:00.000Z', requestId: 7 });
  });
});

describe('a search', () => {
  const pool = poolOf([
    exchange(0, { action: 'Authorize' }),
    exchange(1, { outcome: 'error' }),
    exchange(2, { caller: 'system' }),
    exchange(3, { messageId: 'x' }),
    exchange(4),
  ]);
  const found = async (filter: object) =>
    minutes((await readFrames(pool, 'CP-1', { limit: 10, ...filter } as never, now)).exchanges);
  const at = (minute: number) => new Date(noon + minute * 60_000).toISOString();

  test.each([
    [{ action: 'Authorize' }, [0]],
    [{ outcome: 'error' }, [1]],
    [{ caller: 'system' }, [2]],
    [{ messageId: 'x' }, [3]],
    [{ since: at(3) }, [3, 4]],
    [{ until: at(1) }, [0]],
    [{ since: at(1), until: at(3) }, [1, 2]],
  ])('for %o finds %o', async (filter, expected) => {
    expect(await found(filter)).toEqual(expected);
    const later = await readFrames(pool, 'CP-1', { limit: 10, after: `${noon}.0`, ...filter } as never, now);
    expect(minutes(later.exchanges)).toEqual(expected);
  });
});

test('more blocks than are read at once are read all the same', async () => {
  const pages = Array.from({ length: 70 }, (_, minute) => [exchange(minute)]);
  const pool = poolOf(...pages);
  const all = Array.from({ length: 70 }, (_, minute) => minute);
  expect(minutes((await readFrames(pool, 'CP-1', { limit: 100 } as never, now)).exchanges)).toEqual(all);
  expect(minutes((await readFrames(pool, 'CP-1', { limit: 100, after: `${noon}.0` } as never, now)).exchanges)).toEqual(
    all,
  );
  expect(minutes((await Array.fromAsync(exportFrames(pool, 'CP-1', {}))).flat())).toEqual(all);
});

describe('an export', () => {
  test('is in the order of time whatever order it was written down in', async () => {
    const pool = poolOf([exchange(2), exchange(0)], [exchange(1)]);
    expect(minutes((await Array.fromAsync(exportFrames(pool, 'CP-1', {}))).flat())).toEqual([0, 1, 2]);
  });

  test('comes in parts of two hundred, once nothing earlier can follow', async () => {
    const long = Array.from({ length: 450 }, (_, second) => exchange(second / 60));
    const parts = await Array.fromAsync(exportFrames(poolOf(long, [exchange(30)], [exchange(31)]), 'CP-1', {}));
    expect(parts.map(({ length }) => length)).toEqual([200, 200, 50, 2]);
    expect(
      (await Array.fromAsync(exportFrames(poolOf([exchange(0)], [exchange(30)]), 'CP-1', {}))).map(
        ({ length }) => length,
      ),
    ).toEqual([2]);
  });

  test('leaves out what does not fit', async () => {
    const pool = poolOf([exchange(0), exchange(5)]);
    const since = new Date(noon + 60_000).toISOString();
    expect(minutes((await Array.fromAsync(exportFrames(pool, 'CP-1', { since }))).flat())).toEqual([5]);
  });
});
