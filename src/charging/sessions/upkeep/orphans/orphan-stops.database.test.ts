import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scale } from '../../../../../test/support/scale.ts';
import { openSessionBook, type SessionBook, sessionEvent } from '../../../../../test/support/session-book.ts';
import { foldSession } from '../../fold/session.ts';
import type { SessionEvent } from '../../record/session-event.ts';
import { readSessionFacts } from '../../store/session-facts.ts';

const start = (ref: string, atMinute: number, wh: number, more: Partial<SessionEvent> = {}) =>
  sessionEvent(atMinute, {
    ref,
    key: `start:${ref}`,
    kind: 'started',
    startKey: ref,
    evseId: 1,
    registerWh: wh,
    ...more,
  });
const stop = (ref: string, atMinute: number, wh: number, more: Partial<SessionEvent> = {}) =>
  sessionEvent(atMinute, { ref, key: `stop:${ref}:${atMinute}:${wh}`, kind: 'ended', registerWh: wh, ...more });

/** What is in the lists: reference, energy and flags. */
async function listed(book: SessionBook, stationId?: string): Promise<unknown[][]> {
  const rows = await book.rows(stationId);
  return rows.filter(({ state }) => state !== 'merged').map(({ ref, energyWh, flags }) => [ref, energyWh, ...flags]);
}

/** L8: every row is what its facts in the ledger say. */
async function expectRebuilt({ rows, database }: SessionBook): Promise<void> {
  for (const { stationId, ref, energyWh, state, flags } of await rows()) {
    const folded = foldSession(await readSessionFacts(database.pool, { stationId, ref }));
    expect({ state, energyWh, flags }).toEqual({
      state: folded.state,
      energyWh: folded.energyMwh === null ? null : folded.energyMwh / 1000,
      flags: folded.flags,
    });
  }
}

test('ends and starts that reach two nodes in any order come out the same, each kWh once', async () => {
  const told = [
    start('A', 0, 1000),
    start('B', 30, 2000, { evseId: 2 }),
    stop('unknown:1', 60, 1500),
    stop('unknown:2', 90, 4000),
    start('C', 120, 5000),
    stop('B', 100, 4100),
  ];
  const orders = fc.sample(fc.shuffledSubarray(told, { minLength: told.length }), scale({ test: 8, soak: 100 }));
  for (const order of orders) {
    await using book = await openSessionBook({ nodes: 2 });
    for (const [index, event] of order.entries()) await book.nodes[index % 2]?.sessions.record(event);
    await book.sweepOrphans();
    // What was decided on the way there, and taken back, is history of its own.
    const settled = (await listed(book)).map((row) => row.filter((item) => item !== 'match-superseded'));
    expect(settled).toEqual(expectedAfter);
    await expectRebuilt(book);
  }
});
/** B has an end of its own; of the other two ends only the first fits A, and the second fits nothing that has begun. */
const expectedAfter = [
  ['A', 500, 'stop-matched'],
  ['B', 2100],
  ['C', 0],
  ['unknown:2', 0, 'no-start'],
];

test('two nodes that hear everything at once give each end to one session', async () => {
  await using book = await openSessionBook({ nodes: 2 });
  const count = 12;
  const all = Array.from({ length: count }, (_, n) => [
    start(`S${n}`, n * 60, 1000 * n),
    stop(`unknown:${n}`, n * 60 + 30, 1000 * n + 700),
  ]).flat();
  const record = async (event: SessionEvent, node: number) => book.nodes[node]?.sessions.record(event);
  await Promise.all(all.map((event, index) => record(event, index % 2)));
  await book.sweepOrphans();
  const rows = await book.rows();
  expect(rows.filter(({ state }) => state === 'merged')).toHaveLength(count);
  expect(rows.filter(({ state }) => state === 'ended').map(({ energyWh, flags }) => [energyWh, ...flags])).toEqual(
    Array.from({ length: count }, () => [700, 'stop-matched']),
  );
  await expectRebuilt(book);
});

test('an end is never given to a session of another station', async () => {
  await using book = await openSessionBook();
  await book.first.sessions.record(start('A', 0, 1000, { stationId: 'CP-2' }));
  await book.first.sessions.record(stop('unknown:1', 60, 1500));
  expect(await listed(book)).toEqual([['unknown:1', 0, 'no-start']]);
  expect(await listed(book, 'CP-2')).toEqual([['A', 0]]);
});

test('a session that goes on after the end it was given gets its own back', async () => {
  await using book = await openSessionBook();
  await book.first.sessions.record(start('A', 0, 1000));
  await book.first.sessions.record(stop('unknown:1', 60, 1500));
  expect(await listed(book)).toEqual([['A', 500, 'stop-matched']]);
  const sample = { measurand: 'Energy.Active.Import.Register', value: 2500, unit: 'Wh', phase: null } as const;
  const at = new Date('2026-03-01T10:00:00Z');
  await book.first.sessions.record(
    sessionEvent(120, { ref: 'A', samples: [{ ...sample, at, location: 'Outlet', context: null, signed: null }] }),
  );
  expect(await listed(book)).toEqual([
    ['A', 1500, 'match-superseded'],
    ['unknown:1', 0, 'no-start'],
  ]);
  await expectRebuilt(book);
});

test('of stations that count their events no end is guessed: its start comes with its own name', async () => {
  await using book = await openSessionBook();
  await book.first.sessions.record(start('A', 0, 1000));
  await book.first.sessions.record(stop('T-9', 60, 1500, { seqNo: 7 }));
  expect(await listed(book)).toEqual([
    ['A', 0],
    ['T-9', 0, 'no-start'],
  ]);
});
