import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { NewReservation } from '#contract/access/reservation.ts';
import type { CommandRecord, Outcome } from '#contract/commands/command.ts';
import type { Station } from '#contract/stations/station.ts';
import { openLedger } from '#ledger/ledger.ts';
import { write } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { scale } from '../../../test/support/scale.ts';
import { sessionEvent } from '../../../test/support/session-book.ts';
import type { Ask } from '../commands/run-command.ts';
import { acceptedStations } from '../stations/station-projections.ts';
import { openReservations, type Reservations } from './open-reservations.ts';

const actor: Actor = { principal: null, door: 'system' };
const minuteMs = 60_000;
type Says = 'Accepted' | 'Occupied' | 'nothing';

/** Reservations as one or several processes keep them over one database, for a station with two EVSEs that says what it is told to. */
async function openBooks({ nodes: count = 1 } = {}) {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await freshDatabase());
  const clock = { at: new Date('2026-03-01T08:00:00Z'), now: () => clock.at };
  const station = { says: 'Accepted' as Says, asked: [] as string[] };
  const lifted: (() => void)[] = [];
  const killSwitch = { isOn: false, whenLifted: (listener: () => void) => lifted.push(listener) };
  const switchTo = (isOn: boolean) => {
    killSwitch.isOn = isOn;
    if (!isOn) for (const listener of lifted) listener();
  };
  const nodes: Reservations[] = [];
  const nodeIds: string[] = [];
  const goOnline = () => database.pool.query('update station set link_node = $1', [nodeIds[0]]);
  for (let node = 0; node < count; node += 1) {
    const nodeId = randomUUID();
    const ledger = opened.adopt(await openLedger({ database, node: nodeId, log: silentLog }), (open) => open.close());
    if (node === 0)
      await ledger.commit({
        writes: [write(acceptedStations, { id: 'CP-1', at: clock.at, by: 'test', password: null })],
      });
    nodeIds.push(nodeId);
    await goOnline();
    const reservations: Reservations = opened.adopt(
      openReservations({
        pool: database.pool,
        ledger,
        clock,
        log: silentLog,
        nodeId,
        authorization: {
          reveal: (id) => Promise.resolve({ id, value: id, type: 'iso14443', group: null }),
          revealGroup: (id) => Promise.resolve({ id, value: id, type: 'central' }),
          tryOut: () => Promise.resolve({ status: 'accepted', reason: null, checks: [] } as never),
        },
        getStation: () => Promise.resolve(stationWithTwo),
        runCommand: (ask) => answerAs(station, reservations, ask),
        killSwitch,
      }),
      (open) => open.close(),
    );
    nodes.push(reservations);
  }
  const [first] = nodes;
  if (first === undefined) throw new Error('There are no nodes.');
  const wish = (token: string, more: Partial<NewReservation> = {}) => ({
    stationId: 'CP-1',
    tokenId: `tok_${token}`,
    minutes: 30,
    ...more,
  });
  const changes = async (id: number) => {
    const { rows } = await database.pool.query<{ status: string }>(
      `select body ->> 'status' as status from event where kind = 'reservation-changed' and body ->> 'reservationId' = $1 order by id`,
      [String(id)],
    );
    return rows.map(({ status }) => status);
  };
  const pass = async (minutes: number) => {
    clock.at = new Date(clock.at.getTime() + minutes * minuteMs);
    await Promise.all(nodes.map((node) => node.sweep()));
  };
  const running = opened.move();
  return {
    database,
    goOnline,
    clock,
    station,
    nodes,
    first,
    wish,
    changes,
    pass,
    switchTo,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const stationWithTwo = {
  link: { state: 'online', since: '2026-03-01T07:00:00Z', version: '1.6', address: '' },
  connectors: [1, 2].map((evseId) => ({
    evseId,
    connectorId: 1,
    status: 'available',
    activity: null,
    reason: null,
    changedAt: '2026-03-01T07:00:00Z',
  })),
} as unknown as Station;

/** What the door for stations does with the two commands. */
async function answerAs(
  station: { says: Says; asked: string[] },
  reservations: Reservations,
  { stationId, name, input }: Ask,
): Promise<CommandRecord> {
  const id = Number(input['reservationId']);
  if (name === 'keep-reservation') await reservations.toKeep({ stationId, id });
  station.asked.push(name);
  const { says } = station;
  const isAccepted = says === 'Accepted';
  if (says !== 'nothing')
    await (name === 'keep-reservation' ? reservations.answered : reservations.cancelAnswered)({
      stationId,
      id,
      isAccepted,
      code: says,
    });
  const status = says === 'nothing' ? 'no-answer' : isAccepted ? 'accepted' : 'rejected';
  return { outcome: { status, code: says, reason: null, answer: {}, losses: [] } as Outcome } as CommandRecord;
}

test('of two processes that reserve the same EVSE at once, the table lets one have it', async () => {
  await using books = await openBooks({ nodes: 2 });
  for (let turn = 0; turn < 10; turn += 1) {
    const startsAt = new Date(Date.parse('2026-03-02T08:00:00Z') + turn * 60 * minuteMs).toISOString();
    const ends = await Promise.allSettled(
      books.nodes.map((node, index) => node.create(books.wish(`${turn}${index}`, { evseId: 1, startsAt }), actor)),
    );
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [lost] = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(lost).toMatchObject({ code: 'CONFLICT', details: { conflict: 'evse-reserved' } });
  }
});

test('two processes that see the clock write the end once', async () => {
  await using books = await openBooks({ nodes: 2 });
  const { id, expiresAt } = await books.first.create(books.wish('A', { evseId: 1 }), actor);
  await books.pass(29);
  expect(await books.changes(id)).toEqual(['active']);
  await books.pass(1);
  expect(await books.changes(id)).toEqual(['active', 'expired']);
  const [shown] = await books.first.find({ limit: 10 });
  expect(shown).toMatchObject({ status: 'expired', endedAt: expiresAt, why: 'Nobody came until its time was over.' });
  // 2.1 tells afterwards that the driver had come and never charged.
  await books.first.record({ stationId: 'CP-1', id, status: 'no-session', at: books.clock.at });
  expect(await books.first.get({ stationId: 'CP-1', id })).toMatchObject({ status: 'no-session' });
  // And a start that was kept offline outweighs all of it.
  const used = await books.first.usedBy(sessionEvent(10, { ref: 'T9', kind: 'started', reservationId: id }));
  expect(used?.events).toMatchObject([{ body: { reservationId: id, status: 'used', sessionRef: 'T9' } }]);
});

test('a station that does not answer is asked again every minute, and then it is known that it never said', async () => {
  await using books = await openBooks();
  books.station.says = 'nothing';
  const { id, status } = await books.first.create(books.wish('A', { evseId: 1, minutes: 5 }), actor);
  expect(status).toBe('asked');
  await books.pass(0);
  expect(books.station.asked).toHaveLength(1);
  await books.pass(1.1);
  expect(books.station.asked).toHaveLength(2);
  books.station.says = 'Accepted';
  await books.pass(1.1);
  expect(await books.first.get({ stationId: 'CP-1', id })).toMatchObject({ status: 'active', code: 'Accepted' });
  await books.pass(1.1);
  expect(books.station.asked).toHaveLength(3);

  books.station.says = 'nothing';
  const silent = await books.first.create(books.wish('B', { evseId: 2, minutes: 1 }), actor);
  await books.pass(1.1);
  expect(await books.first.get({ stationId: 'CP-1', id: silent.id })).toMatchObject({
    status: 'expired',
    why: 'The station never said whether it keeps it.',
  });
});

test('a planned one is asked for by the clock, and what it was kept for is known', async () => {
  await using books = await openBooks();
  const startsAt = '2026-03-01T09:00:00.000Z';
  const kept = await books.first.create(books.wish('A', { evseId: 1, startsAt }), actor);
  const missed = await books.first.create(books.wish('B', { evseId: 2, startsAt }), actor);
  await books.pass(59);
  expect(books.station.asked).toEqual([]);
  await books.database.pool.query('update station set link_node = null, link_changed_at = $1', [books.clock.at]);
  await books.pass(2);
  expect(books.station.asked).toEqual([]);
  await books.goOnline();
  await books.pass(1);
  expect(books.station.asked).toEqual(['keep-reservation', 'keep-reservation']);
  await books.first.record({ stationId: 'CP-1', id: missed.id, status: 'removed', at: books.clock.at });
  const keptAt = books.clock.at;
  await books.pass(40);
  const { rows } = await books.database.pool.query(
    'select id, status, starts_at, kept_at, ended_at from reservation order by token_id',
  );
  expect(rows).toEqual([
    {
      id: kept.id,
      status: 'expired',
      starts_at: new Date(startsAt),
      kept_at: keptAt,
      ended_at: new Date(kept.expiresAt),
    },
    { id: missed.id, status: 'removed', starts_at: new Date(startsAt), kept_at: keptAt, ended_at: keptAt },
  ]);
});

test('one that was given back without an answer is told again until the time is over', async () => {
  await using books = await openBooks();
  const { id } = await books.first.create(books.wish('A', { evseId: 1, minutes: 5 }), actor);
  books.station.says = 'nothing';
  expect(await books.first.cancel({ stationId: 'CP-1', id }, actor)).toMatchObject({
    reservation: { status: 'cancelled' },
  });
  const endedAt = books.clock.at.toISOString();
  await books.pass(0);
  await books.pass(1.1);
  expect(books.station.asked.filter((name) => name === 'cancel-reservation')).toHaveLength(2);
  books.station.says = 'Occupied'; // any no: it knows nothing of it
  await books.pass(1.1);
  await books.pass(1.1);
  expect(books.station.asked.filter((name) => name === 'cancel-reservation')).toHaveLength(3);
  expect(await books.first.get({ stationId: 'CP-1', id })).toMatchObject({ status: 'cancelled', endedAt });
});

test('while a change is asked for, nobody gets what it was nor what it is to be; a no brings back what it was', async () => {
  await using books = await openBooks();
  const before = await books.first.create(books.wish('A', { evseId: 1 }), actor);
  const { id } = before;
  const change = { stationId: 'CP-1', tokenId: 'tok_A', evseId: 2, minutes: 30, reservationId: id, createdBy: null };
  await books.first.ask(change);
  expect(await books.first.get({ stationId: 'CP-1', id })).toMatchObject({ status: 'asked', evseId: 2 });
  for (const evseId of [1, 2])
    await expect(books.first.create(books.wish('B', { evseId }), actor)).rejects.toMatchObject({
      details: { conflict: 'evse-reserved', reservationId: id },
    });
  const no = { stationId: 'CP-1', id, isAccepted: false, code: 'Occupied' };
  await books.first.answered(no);
  const { why } = await books.first.get({ stationId: 'CP-1', id });
  expect(why).toBe('The station did not take the change: Occupied. It keeps the reservation as it was.');
  expect(await books.first.get({ stationId: 'CP-1', id })).toEqual({ ...before, why });

  // Another process may have given its place away meanwhile: then it is lost, and says so.
  await books.first.ask(change);
  await books.database.pool.query(
    `insert into reservation (station_id, id, token_id, evse_id, status, starts_at, expires_at, created_at)
     values ('CP-1', 1, 'tok_B', 1, 'active', $1, $2, $1)`,
    [before.startsAt, before.expiresAt],
  );
  await books.first.answered(no);
  expect(await books.first.get({ stationId: 'CP-1', id })).toMatchObject({ status: 'refused', code: 'Occupied' });
});

test('a change is read for its station alone, however many are open elsewhere', async () => {
  await using books = await openBooks();
  const { pool } = books.database;
  const others = scale({ test: 2_000, soak: 20_000 });
  await pool.query(`insert into station (id) select 'O-' || n from generate_series(1, $1::integer) as n`, [others]);
  await pool.query(
    `insert into reservation (station_id, id, token_id, evse_id, status, starts_at, expires_at, created_at)
     select 'O-' || n, n, 'tok_O', 1, 'active', $2::timestamptz, $2::timestamptz + interval '1 day', $2 from generate_series(1, $1::integer) as n`,
    [others, books.clock.at],
  );
  await books.pass(0.5);
  const event = sessionEvent(0, { kind: 'started', evseId: 1, at: books.clock.at });
  expect(await books.first.usedBy(event)).toBeUndefined();
  let read = 0;
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<{ rows: unknown[] }>;
  pool.query = (async (...given: unknown[]) => {
    const result = await query(...given);
    read += result.rows.length;
    return result;
  }) as never;
  for (const evseId of [1, 2]) {
    const { id } = await books.first.create(books.wish(`A${evseId}`, { evseId }), actor);
    const used = await books.first.usedBy({ ...event, evseId, token: { hash: `tok_A${evseId}`, type: null } });
    expect(used?.events).toMatchObject([{ body: { reservationId: id } }]);
  }
  expect(read).toBeLessThan(100);
});

test('a number that means none does not hide whose reservation it is, and a token that ends a session uses nothing', async () => {
  await using books = await openBooks();
  const { id } = await books.first.create(books.wish('A', { evseId: 1 }), actor);
  const at = new Date(books.clock.at.getTime() + minuteMs);
  const token = { hash: 'tok_A', type: null };
  const start = { at, evseId: 1, token, kind: 'started' as const };
  const used = (event: Parameters<typeof sessionEvent>[1]) => books.first.usedBy(sessionEvent(0, event));
  for (const reservationId of [null, 0, -1])
    expect((await used({ ...start, reservationId }))?.events).toMatchObject([
      { body: { reservationId: id, status: 'used' } },
    ]);
  expect(await used({ ...start, evseId: 2 })).toBeUndefined();
  expect(await used({ ...start, token: { hash: 'tok_B', type: null } })).toBeUndefined();
  expect(await used({ ...start, at: new Date(at.getTime() - 60 * minuteMs) })).toBeUndefined();
  expect(await used({ ...start, kind: 'updated', trigger: 'StopAuthorized' })).toBeUndefined();
  expect(await used({ ...start, kind: 'updated', trigger: 'Authorized' })).toBeDefined();
});

test('one whose time comes while the kill switch is on is asked for when that is over, and nobody was asked meanwhile', async () => {
  await using books = await openBooks();
  const { first, wish, station, switchTo, pass, clock } = books;
  const startsAt = new Date(clock.at.getTime() + 10 * minuteMs).toISOString();
  const { id } = await first.create(wish('a', { startsAt }), actor);
  switchTo(true);
  await pass(11);
  await pass(2);
  expect(station.asked).toEqual([]);
  switchTo(false);
  await first.sweep();
  await expect.poll(async () => (await first.get({ stationId: 'CP-1', id })).status).toBe('active');
  expect(station.asked).toEqual(['keep-reservation']);
});
