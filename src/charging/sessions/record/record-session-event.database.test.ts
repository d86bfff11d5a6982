import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Projection, write } from '#ledger/ledger-types.ts';
import { anyEvent } from '../../../../test/support/any-event.ts';
import { scale } from '../../../../test/support/scale.ts';
import { openSessionBook, type SessionBook, sessionEvent } from '../../../../test/support/session-book.ts';
import { minute } from '../../../../test/support/told-facts.ts';
import { foldSession } from '../fold/session.ts';
import { readSessionFacts } from '../store/session-facts.ts';
import { type SessionState, toState } from '../store/session-state.ts';
import type { SessionEvent } from './session-event.ts';

const sample = (wh: number, atMinute: number) => ({
  at: new Date(minute(atMinute)),
  measurand: 'Energy.Active.Import.Register',
  value: wh,
  unit: 'Wh',
  phase: null,
  location: 'Outlet',
  context: null,
  signed: null,
});

/** A whole session of 2.x: an event a minute, each 100 Wh more. */
function session(events: number, ref = 'T1'): SessionEvent[] {
  return Array.from({ length: events }, (_, seqNo) =>
    sessionEvent(seqNo, {
      ref,
      seqNo,
      key: `session:${ref}:${seqNo}`,
      kind: seqNo === 0 ? 'started' : seqNo === events - 1 ? 'ended' : 'updated',
      evseId: seqNo === 1 ? 1 : null,
      samples: [sample(1000 + 100 * seqNo, seqNo)],
    }),
  );
}

/** L8: the row is what the ledger says. */
async function expectKept({ database }: SessionBook, ref: string): Promise<void> {
  const { rows } = await database.pool.query<SessionState>('select * from session where ref = $1', [ref]);
  const folded = foldSession(await readSessionFacts(database.pool, { stationId: 'CP-1', ref }));
  const plain = (register: typeof folded.lastRegister) => register && { ...register, mark: null };
  expect(rows.map(toState)).toEqual([
    { ...folded, firstRegister: plain(folded.firstRegister), lastRegister: plain(folded.lastRegister) },
  ]);
}

test('L2, L3: any deliveries of the same events over two nodes, at once and in any order, make the same session', async () => {
  await using book = await openSessionBook({ nodes: 2 });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ which: fc.nat(7), node: fc.nat(1), isOffline: fc.boolean() }), { maxLength: 24 }),
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8 }),
      async (repeats, order) => {
        const ref = `R${(runs += 1)}`;
        const told = session(8, ref);
        const deliveries = [...repeats, ...order.map((which) => ({ which, node: which % 2, isOffline: false }))];
        await Promise.all(
          deliveries.map(async ({ which, node, isOffline }) => {
            const event = told[which];
            if (event !== undefined) await book.nodes[node]?.sessions.record({ ...event, isOffline });
          }),
        );
        const [kept] = (await book.rows()).filter((row) => row.ref === ref);
        expect(kept).toMatchObject({ state: 'ended', energyWh: 700, evseId: 1, eventCount: 8 });
        expect(kept?.flags.filter((flag) => flag !== 'was-offline')).toEqual([]);
        await expectKept(book, ref);
      },
    ),
    { numRuns: scale({ test: 15, soak: 300 }) },
  );
});

test('one start of 1.6 that reaches two nodes at once is one session with one transaction id', async () => {
  await using book = await openSessionBook({ nodes: 2 });
  const startKey = '1|tok_a|2026-03-01T08:00:00Z|1000';
  const ids = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const { sessions } = book.nodes[index % 2] ?? book.first;
      const id = await sessions.transactionIdFor('CP-1', startKey);
      await sessions.record(
        sessionEvent(0, { ref: String(id), key: `start:${startKey}`, kind: 'started', startKey, registerWh: 1000 }),
      );
      return id;
    }),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await book.rows()).toMatchObject([{ ref: String(ids[0]), eventCount: 1, flags: [] }]);
});

test('a delivery that contradicts the first is one conflict, however often and over whichever node it comes', async () => {
  await using book = await openSessionBook({ nodes: 2 });
  const told = session(4);
  for (const event of told) await book.first.sessions.record(event);
  const other = { ...(told[2] as SessionEvent), samples: [sample(9000, 2)] };
  await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      book.nodes[index % 2]?.sessions.record({
        ...other,
        isOffline: index > 2,
        receivedAt: new Date(minute(99 + index)),
      }),
    ),
  );
  await book.first.sessions.record({ ...other, samples: [sample(8000, 2)] });
  const [kept] = await book.rows();
  expect(kept).toMatchObject({ state: 'ended', energyWh: 300, eventCount: 6, flags: ['conflict'] });
  expect(await book.first.sessions.explain(kept?.id ?? '')).toMatchObject([
    {
      flag: 'conflict',
      evidence: { count: 2, conflicts: [{ seqNo: 2, differences: [{ field: 'registers' }] }, { seqNo: 2 }] },
    },
  ]);
  await expectKept(book, 'T1');
});

test('the events of a session are read page by page, conflicts and closings among them', async () => {
  await using book = await openSessionBook();
  const told = session(5);
  for (const event of told) await book.first.sessions.record(event);
  await book.first.sessions.record({ ...(told[4] as SessionEvent), stopReason: 'PowerLoss' });
  const [kept] = await book.rows();
  const id = kept?.id ?? '';
  const first = await book.first.sessions.events(id, { limit: 4 });
  const second = await book.first.sessions.events(id, { limit: 4, after: first.next ?? '' });
  expect(first.events.map(({ body }) => body['seqNo'])).toEqual([0, 1, 2, 3]);
  expect(second.events.map(({ kind }) => kind)).toEqual(['session-event', 'session-conflict']);
  expect(second.next).toBeNull();
  await expect(book.first.sessions.events(id, { limit: 4, after: 'x' })).rejects.toThrow('no position');
  await expect(book.first.sessions.explain('00000000-0000-7000-8000-000000000000')).rejects.toThrow('no session');
});

test('late events of a long session are taken from memory: the ledger is not read again for each', async () => {
  await using book = await openSessionBook();
  const count = scale({ test: 600, soak: 4000 });
  const late = (seqNo: number) => seqNo % 10 === 5;
  const told = session(count);
  for (let at = 0; at < count; at += 100)
    await Promise.all(
      told
        .slice(at, at + 100)
        .filter(({ seqNo }) => !late(seqNo ?? 0))
        .map((event) => book.first.sessions.record(event)),
    );
  const before = await factReads(book);
  for (const event of told.filter(({ seqNo }) => late(seqNo ?? 0))) await book.first.sessions.record(event);
  expect((await factReads(book)) - before).toBeLessThan(5 * count);
  const [kept] = await book.rows();
  expect(kept).toMatchObject({ state: 'ended', energyWh: 100 * (count - 1), eventCount: count, flags: [] });
  await expectKept(book, 'T1');
});

/** How many rows the index of the facts has given so far. */
async function factReads({ database }: SessionBook): Promise<number> {
  const { rows } = await database.pool.query<{ read: number }>(
    `select pg_stat_force_next_flush(), idx_tup_read as read from pg_stat_user_indexes where indexrelname = 'event_key'`,
  );
  return rows[0]?.read ?? 0;
}

test('what stands beside an event and is refused is set aside alone: the session is in the books', async () => {
  await using book = await openSessionBook();
  const [node] = book.nodes;
  const [start, ...others] = session(3);
  if (node === undefined || start === undefined) throw new Error('There is nothing to record.');
  const note = anyEvent({
    kind: 'note',
    stationId: 'CP-1',
    key: 'note',
    happenedAt: start.at,
    body: { number: 2 ** 40 },
  });
  const tooLarge: Projection<number> = {
    name: 'probe',
    identity: String,
    write: async (client, numbers) => void (await client.query('select unnest($1::integer[])', [numbers])),
  };
  const beside = { events: [note], writes: [write(tooLarge, 2 ** 40)] };
  await node.sessions.record(start, beside);
  await node.sessions.record(start, beside);
  for (const event of others) await node.sessions.record(event);
  await expectKept(book, 'T1');
  const { rows } = await book.database.pool.query<{ entry: Buffer }>('select entry from set_aside');
  expect(
    rows.map(({ entry }) => (JSON.parse(entry.toString()) as { events: { kind: string }[] }).events),
  ).toMatchObject(
    [[{ kind: 'note' }]], // the repeated delivery is known
  );
  const { rows: kept } = await book.database.pool.query('select energy_mwh::integer as mwh, state from session');
  expect(kept).toEqual([{ mwh: 200_000, state: 'ended' }]);
});

test.each([2 ** 63, 2 ** 64, 2 ** 32 - 1, -1, 1e308, -1e308])(
  'a register of %d at the end is no energy: it is kept as evidence, and the session ends',
  async (wh) => {
    await using book = await openSessionBook();
    const [node] = book.nodes;
    const told = session(4).map((event) => (event.kind === 'ended' ? { ...event, samples: [sample(wh, 3)] } : event));
    for (const event of [...told, ...told]) await node?.sessions.record(event);
    expect(await book.rows()).toMatchObject([{ state: 'ended', energyWh: 200, flags: ['unusable-value'] }]);
    await expectKept(book, 'T1');
    const facts = await readSessionFacts(book.database.pool, { stationId: 'CP-1', ref: 'T1' });
    expect(facts.at(-1)).toMatchObject({ type: 'ended', unusable: [{ field: 'register', value: wh }] });
  },
);

test('numbers that no column holds are kept as evidence, and the session is as without them', async () => {
  await using book = await openSessionBook();
  const told = session(3).map((event) => ({ ...event, evseId: 2 ** 31, remoteStartId: 1e300, reservationId: 2 ** 53 }));
  for (const event of told) await book.nodes[0]?.sessions.record(event);
  expect(await book.rows()).toMatchObject([{ state: 'ended', energyWh: 200, evseId: null, flags: ['unusable-value'] }]);
  await expectKept(book, 'T1');
  expect((await book.database.pool.query('select 1 from set_aside')).rows).toEqual([]);
});

test('an end that the database refuses as it came is set aside, and still ends its session with a flag', async () => {
  await using book = await openSessionBook();
  const told = session(3).map((event) => (event.kind === 'ended' ? { ...event, stopReason: 'a\0b' } : event));
  for (const event of [...told, ...told]) await book.nodes[0]?.sessions.record(event);
  expect(await book.rows()).toMatchObject([{ state: 'ended', energyWh: 100, flags: ['unusable-value'] }]);
  await expectKept(book, 'T1');
});
