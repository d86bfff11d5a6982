import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { amounts, begin, billedStation, end, event, patience, register } from '../../../test/support/billed-station.ts';
import { sample } from '../../../test/support/charging-session.ts';
import { scale } from '../../../test/support/scale.ts';
import { usageOf } from '../sessions/fold/session-usage.ts';
import { readSessionFacts } from '../sessions/store/session-facts.ts';
import { sessionCost } from '../tariffs/cost/session-cost.ts';
import { readDue } from './bill-due.ts';
import { billSessions } from './bill-sessions.ts';
import { billReservations } from './reservation-fees.ts';

const { door, idOf, billOf, ask, post, record, price, untilBilled, rows, events, billingNeeds } = billedStation();

test('a session is billed once it has ended, by the tariff of its place, in steps that can be checked', async () => {
  await price({ perKwh: '0.5', sessionFee: '1' });
  await record(begin(1000), event(1, 3000));
  expect(await billOf()).toMatchObject({
    state: 'running',
    entries: [],
    currency: 'EUR',
    total: '2.00',
    tariffId: 'day',
  });
  await record(end(2, 5000));
  await untilBilled({ state: 'final', total: '3.00', currency: 'EUR', tariffVersion: 1 });
  const bill = await billOf();
  expect(bill.why).toMatch(/^assignment:/);
  expect(bill.entries).toMatchObject([
    { kind: 'charge', amount: '3.00', tax: '0.00', reason: null, principal: null, cost: { total: '3.00' } },
  ]);
  expect(bill.cost?.lines.map(({ kind, quantity, amount }) => [kind, quantity, amount])).toEqual([
    ['energy', '4', '2.00'],
    ['session-fee', null, '1.00'],
  ]);
  const { sessions } = await door().charging.sessions.find({ limit: 10 });
  expect(sessions[0]?.cost).toEqual({ total: '3.00', currency: 'EUR', state: 'final' });
  const [billed] = await events('session-billed');
  expect(billed?.body).toMatchObject({ ref: 'S-1', amount: '3.00', total: '3.00', tariffId: 'day', tariffVersion: 1 });
});

test('where no tariff holds a session is free, and says so', async () => {
  await record(begin(1000), end(1, 5000));
  await expect.poll(async () => (await rows('bill')).length, patience).toBe(1);
  expect(await billOf()).toMatchObject({ state: 'free', currency: null, total: null, entries: [], cost: null });
  expect(await events('session-billed')).toEqual([]);
});

test('an event that comes after the bill is an adjustment that names it, never an edit', async () => {
  await price({ perKwh: '0.5' });
  await record(begin(1000), event(1, 2000), end(4, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  const [first] = (await billOf()).entries;
  // The station was offline: its second end, with a lower number, is the one that holds.
  await record(end(3, 4000));
  await untilBilled({ total: '1.50' });
  const bill = await billOf();
  expect(bill.entries).toMatchObject([
    first ?? {},
    {
      kind: 'adjustment',
      amount: '-0.50',
      reason: expect.stringContaining('ended of 2026-03-01T08:03:00.000Z') as string,
    },
  ]);
  expect(bill.cost?.total).toBe('1.50');
  const [adjusted] = await events('session-bill-adjusted');
  expect(adjusted?.body).toMatchObject({ ref: 'S-1', amount: '-0.50', total: '1.50' });
  await expect(door().database.pool.query('update bill_entry set amount = 0')).rejects.toThrow(/append|change/i);
});

test('duplicates, and events that change nothing, are never billed twice', async () => {
  await price({ perKwh: '0.5' });
  const told = [begin(1000), event(1, 2000), end(3, 5000)];
  await record(...told);
  await untilBilled({ state: 'final', total: '2.00' });
  await record(...told, ...told.toReversed());
  await record(event(2, 3000)); // late, between two others: the same energy
  await expect.poll(() => rows('bill_due'), patience).toEqual([]);
  await expect.poll(async () => (await rows('bill'))[0], patience).toMatchObject({ event_count: 4 });
  expect(amounts(await billOf())).toEqual([['charge', '2.00']]);
});

test('a session that was resumed waits until it has ended again', async () => {
  await price({ perKwh: '0.5' });
  await record(begin(1000), end(1, 2000));
  await untilBilled({ state: 'final', total: '0.50' });
  await record(event(2, 3000, { trigger: 'TxResumed' }));
  expect(await billOf()).toMatchObject({ state: 'running', total: '1.00' });
  await record(end(3, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  expect(amounts(await billOf())).toEqual([
    ['charge', '0.50'],
    ['adjustment', '1.50'],
  ]);
});

test('an end without a start is billed, and taken back when it is given to the session it ends', async () => {
  await price({ perKwh: '0.5' });
  const uncounted = { seqNo: null, chargingState: null, token: { hash: 'tok_a', type: null } };
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute));
  const samples = [sample(register, 1000, { at: at(0) }), sample(register, 5000, { at: at(30) })];
  await record(end(30, 5000, { ...uncounted, ref: 'stray', key: 'stop', samples }));
  await untilBilled({ state: 'final', total: '2.00' }, 'stray');
  await record(begin(1000, { ...uncounted, key: 'start', startKey: 'first' }));
  await untilBilled({ state: 'final', total: '2.00' });
  await untilBilled({ state: 'final', total: '0.00' }, 'stray');
  expect(amounts(await billOf('stray'))).toEqual([
    ['charge', '2.00'],
    ['adjustment', '-2.00'],
  ]);
});

const wrongClocks: Record<string, [from: string, to: string]> = {
  'an end in the year 9999': ['2026-03-01T08:00:00Z', '9999-12-31T23:59:59Z'],
  'a clock that was set while it charged': ['2000-01-01T00:00:00Z', '2026-03-01T08:30:00Z'],
  'a clock that went from one end of time to the other': ['2000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
};

test.each(Object.entries(wrongClocks))('%s bills no years, and keeps nobody waiting', async (_name, [from, to]) => {
  const receivedAt = new Date('2026-03-01T08:00:00Z');
  const endReceivedAt = new Date('2026-03-01T09:00:00Z');
  const hours = [
    { hours: '06:00-22:00', perKwh: '0.5', perMinute: '0.1' },
    { hours: '22:00-06:00', perKwh: '0.5', perMinute: '0.1' },
  ];
  await price({ prices: hours });
  await record(
    begin(1000, { at: new Date(from), toldAt: from, receivedAt }),
    end(1, 5000, { at: new Date(to), toldAt: to, receivedAt: endReceivedAt }),
  );
  await untilBilled({ state: 'final' });
  const { total, cost } = await billOf();
  expect(Number(total)).toBeLessThanOrEqual(2 + 6); // 4 kWh, and the hour that we heard of it at most
  expect(cost?.lines.find(({ kind }) => kind === 'energy')?.quantity).toBe('4');
});

test('corrections are entries of their own, with reason and principal, and never go below zero', async () => {
  await price({ perKwh: '0.5', taxes: [{ name: 'VAT', percent: '25' }] });
  await record(begin(1000), event(1, 2000));
  const id = await idOf();
  const correct = (amount: string, reason = 'a goodwill gesture') =>
    ask(`/api/sessions/${id}/corrections`, { amount, reason });
  expect((await correct('-1.00')).status).toBe(409); // it runs
  await record(end(2, 21_000));
  await untilBilled({ state: 'final', total: '10.00' });
  const answer = await correct('-4.00');
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    total: '6.00',
    entries: [
      { kind: 'charge', tax: '2.00' },
      { kind: 'correction', amount: '-4.00', tax: '-0.80', cost: null },
    ],
  });
  for (const wrong of ['-6.01', '0', '0.001', 'much']) expect((await correct(wrong)).status).toBe(400);
  // Two at once cannot give back more than there is.
  const both = await Promise.all([correct('-5.00'), correct('-5.00')]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 400]));
  // What came late leaves less than was given back: the sum stops at zero.
  await record(end(1, 3000, { key: '1b', seqNo: 1 }));
  await untilBilled({ state: 'final', total: '0.00' });
  expect(amounts(await billOf()).at(-1)).toEqual(['adjustment', '-1.00']);
  const sum = (await billOf()).entries.reduce((total, { amount }) => total + Number(amount), 0);
  expect(Number((await billOf()).total)).toBeCloseTo(sum, 6);
  const audit = await rows('audit');
  expect(audit.filter(({ action }) => action === 'session-bill-corrected')).toHaveLength(2);
});

test('a correction carries its part of the tax; one that undoes another brings all of it back', async () => {
  await price({ perKwh: '0.5', taxes: [{ name: 'VAT', percent: '20' }] });
  await record(begin(1000), end(3, 13_000));
  await untilBilled({ state: 'final', total: '6.00' });
  const id = await idOf();
  const correct = (amount: string) => post(`/api/sessions/${id}/corrections`, { amount, reason: 'a person said so' });
  const sums = async () => (await rows('bill')).map(({ total, tax }) => [Number(total), Number(tax)])[0];
  expect(await sums()).toEqual([6, 1]);
  await correct('-6.00');
  expect(await sums()).toEqual([0, 0]);
  await correct('6.00');
  expect(await sums()).toEqual([6, 1]);
  // Parts that are rounded leave nothing behind.
  for (const amount of ['-0.02', '-0.02', '-0.02', '-0.02', '-0.02', '-5.90']) await correct(amount);
  expect(await sums()).toEqual([0, 0]);
  // Nor does an adjustment that stops at zero.
  await correct('1.00');
  await record(end(2, 3000));
  await expect.poll(sums, patience).toEqual([0, 0]);
  expect((await events('session-bill-corrected'))[0]?.body).toMatchObject({ amount: '-6.00', tax: '-1.00' });
});

test('a price keeps to the sessions that began with it', async () => {
  await price({ perKwh: '0.5' });
  await record(begin(1000), end(1, 5000));
  await untilBilled({ state: 'final', total: '2.00' });
  await post('/api/tariffs', { id: 'day', currency: 'EUR', perKwh: '9' });
  const { assignments } = (await (await door().fetch('/api/tariff-assignments')).json()) as {
    assignments: { id: string }[];
  };
  await ask(`/api/tariff-assignments/${assignments[0]?.id}`, {}, 'DELETE');
  await record(end(2, 6000, { key: 'x' })); // a second end, which holds no more than the first
  await expect.poll(() => rows('bill_due'), patience).toEqual([]);
  expect(await billOf()).toMatchObject({ total: '2.00', tariffVersion: 1 });
});

test('a price that a station is given by hand leaves sessions alone that began before', async () => {
  const { tariffs } = door().charging;
  await price({ perKwh: '0.5' });
  await post('/api/tariffs', { id: 'own', currency: 'EUR', perKwh: '1' });
  await post('/api/tariffs', { id: 'dear', currency: 'EUR', perKwh: '5' });
  await record(begin(1000), event(1, 3000));
  await tariffs.setForStation({ stationId: 'CP-1', evseId: 0, tariffId: 'own' });
  expect(await billOf()).toMatchObject({ total: '1.00', tariffId: 'day' });
  const [later, evenLater] = [new Date(Date.now() + 60_000), new Date(Date.now() + 120_000)];
  await record(begin(1000, { ref: 'S-2', at: later }), event(1, 3000, { ref: 'S-2', at: evenLater }));
  expect(await billOf('S-2')).toMatchObject({ total: '2.00', tariffId: 'own', why: 'station' });
  // Neither another one nor none takes away what a session began with.
  door().clock.forward(90_000);
  await tariffs.setForStation({ stationId: 'CP-1', evseId: 0, tariffId: 'dear' });
  expect(await billOf('S-2')).toMatchObject({ total: '2.00', tariffId: 'own' });
  await tariffs.clearForStation({ stationId: 'CP-1', evseId: null, tariffIds: null });
  expect((await tariffs.ofStation('CP-1')).set).toEqual([]);
  await record(end(2, 3000), end(2, 3000, { ref: 'S-2', at: evenLater }));
  await untilBilled({ state: 'final', total: '1.00', tariffId: 'day' });
  await untilBilled({ state: 'final', total: '2.00', tariffId: 'own', why: 'station' }, 'S-2');
});

test('two who bill the same session at once book it once', async () => {
  await price({ perKwh: '0.5' });
  await record(begin(1000), end(1, 5000));
  const sessionId = await idOf();
  const needs = billingNeeds();
  const due = { sessionId, dueAt: '2026-03-01T09:00:00Z' };
  await Promise.all(Array.from({ length: 5 }, () => billSessions(needs, [due])));
  await untilBilled({ state: 'final', total: '2.00' });
  expect(amounts(await billOf())).toEqual([['charge', '2.00']]);
  expect((await rows('bill'))[0]).toMatchObject({ booked: 1 });
});

test('many that are due leave the connections to those who wait for an answer', async () => {
  await price({ prices: [{ perKwh: '0.5', perIdleMinute: '0.1' }] });
  const { pool } = door().database;
  await door().charging.close(); // its biller must not be the first
  const refs = Array.from({ length: 60 }, (_, index) => `S-${index}`);
  await Promise.all(refs.map((ref) => record(begin(1000, { ref }), end(1, 5000, { ref }))));
  const due = await readDue(pool, 100);
  let [asking, most] = [0, 0];
  const query = async (...asked: [string, unknown[]]) => {
    most = Math.max(most, (asking += 1));
    try {
      return await pool.query(...asked);
    } finally {
      asking -= 1;
    }
  };
  await billSessions({ ...billingNeeds(), pool: { query } as unknown as Pool }, due);
  expect(due).toHaveLength(60);
  expect(await rows('bill')).toHaveLength(60);
  expect(most).toBeLessThanOrEqual(3);
});

test('what was computed and not committed is billed by the next one, once', async () => {
  await price({ perKwh: '0.5' });
  const pool = door().database.pool;
  await record(begin(1000));
  const sessionId = await idOf();
  let commits = 0;
  const dying: Ledger = {
    ...door().ledger,
    // As a process that is killed: computed, and never written.
    commit: () => {
      commits += 1;
      return Promise.reject(new SigecError('DATABASE_AWAY', 'killed'));
    },
  };
  const needs = { ...billingNeeds(), ledger: dying };
  await door().charging.close(); // its biller must not be the first
  await record(end(1, 5000));
  const [due] = await readDue(pool, 10);
  expect(due?.sessionId).toBe(sessionId);
  await expect(billSessions(needs, due === undefined ? [] : [due])).rejects.toThrow('killed');
  expect([commits, (await rows('bill')).length]).toEqual([1, 0]);
  expect(await rows('bill_due')).toHaveLength(1); // still due
  await pool.query('update bill_due set due_at = now()');
  const again = await readDue(pool, 10);
  await billSessions({ ...needs, ledger: door().ledger }, again);
  await billSessions({ ...needs, ledger: door().ledger }, again);
  expect(await rows('bill_entry')).toHaveLength(1);
  expect(await rows('bill_due')).toEqual([]);
});

test('a reservation that was used is part of the bill; one that ran out or was given back late is booked by itself', async () => {
  await price({ perKwh: '0.5', reservationFee: '1', perReservedMinute: '0.1' });
  const pool = door().database.pool;
  await pool.query(
    `insert into reservation (station_id, id, token_id, status, expires_at, created_at, starts_at, kept_at, ended_at, session_ref, fee_due_at)
     select *, clock_timestamp() from (values
       ('CP-1', 1, 'tok_7', 'used', now(), '2026-03-01T07:30Z', '2026-03-01T07:40Z', '2026-03-01T07:40Z', '2026-03-01T08:00Z', 'S-1'),
       ('CP-1', 2, 'tok_7', 'expired', now(), now() - interval '1 hour', now() - interval '40 minutes', now() - interval '40 minutes', now() - interval '10 minutes', null),
       ('CP-1', 3, 'tok_7', 'cancelled', now(), now() - interval '1 hour', now() - interval '40 minutes', now() - interval '40 minutes', now() - interval '20 minutes', null),
       ('CP-1', 4, 'tok_7', 'cancelled', now(), now() - interval '14 minutes', now() - interval '14 minutes', now() - interval '14 minutes', now() - interval '10 minutes', null),
       ('CP-1', 5, 'tok_7', 'cancelled', now(), now() - interval '1 hour', now() + interval '1 hour', now() + interval '1 hour', now() - interval '10 minutes', null),
       ('CP-1', 7, 'tok_7', 'expired', now(), now() - interval '1 hour', now() - interval '40 minutes', null, now() - interval '10 minutes', null),
       ('CP-1', 6, 'tok_7', 'removed', now(), now() - interval '1 hour', now() - interval '40 minutes', now() - interval '40 minutes', now() - interval '10 minutes', null))
     as given (station_id, id, token_id, status, expires_at, created_at, starts_at, kept_at, ended_at, session_ref)`,
  );
  await record(begin(1000, { reservationId: 1 }), end(1, 5000));
  await untilBilled({ state: 'final', total: '5.00' }); // 2.00 of energy, 1.00 and 20 minutes of the reservation
  const needs = billingNeeds();
  await billReservations(needs);
  await billReservations(needs);
  const { rows: booked } = await pool.query<{ reservation_id: number; amount: string }>(
    `select reservation_id, amount::float8 as amount from bill_entry where kind = 'reservation' order by reservation_id`,
  );
  expect(booked).toEqual([
    { reservation_id: 2, amount: 4 },
    { reservation_id: 3, amount: 3 },
  ]);
  expect(await events('reservation-billed')).toHaveLength(2);
});

test('reservations that cost nothing keep none waiting that does', async () => {
  await price({ perKwh: '0.5', reservationFee: '1' });
  await door().charging.acceptStation('FREE', { withPassword: false }, { principal: null, door: 'system' });
  await post('/api/tokens', { value: 'PREPAID', credit: '5' });
  const { pool } = door().database;
  await door().charging.close(); // its biller must not be the first
  await pool.query(
    `insert into reservation (station_id, id, token_id, status, expires_at, created_at, starts_at, kept_at, ended_at, fee_due_at)
     select case when n <= 200 then 'FREE' else 'CP-1' end, n, 'tok_7', 'expired', now(), now() - interval '3 hours',
       now() - interval '3 hours', now() - interval '3 hours', now() - interval '1 hour', now() - interval '1 hour' + n * interval '1 second'
     from generate_series(1, 201) as n`,
  );
  const needs = billingNeeds();
  await billReservations(needs);
  await billReservations(needs);
  expect(await rows('bill_entry')).toMatchObject([{ station_id: 'CP-1', reservation_id: 201 }]);
  expect((await rows('reservation')).filter((row) => row['fee_due_at'] !== null)).toEqual([]);
  expect((await rows('token')).map((row) => Number(row['credit']))).toEqual([4]);
  expect(await events('token-credit-booked')).toMatchObject([{ body: { reservationId: 201, amount: '1.00' } }]);
});

test('a sum that a station calculated otherwise is flagged', async () => {
  await price({ perKwh: '0.5' });
  await record(begin(1000), end(1, 5000));
  const told = {
    stationId: 'CP-1',
    sessionRef: 'S-1',
    currency: 'EUR',
    total: '2.00',
    totalWithTax: null,
    energyWh: 4000,
    chargingSeconds: 60,
    idleSeconds: 0,
    tariffId: 'day',
    isFinal: true,
    failure: null,
    at: new Date(),
  };
  await door().charging.tariffs.recordStationCost(told);
  await door().charging.tariffs.recordStationCost({ ...told, total: '2.01' }); // rounded otherwise
  expect(await events('session-cost-differs')).toEqual([]);
  await door().charging.tariffs.recordStationCost({ ...told, total: '2.75' });
  expect(await events('session-cost-differs')).toMatchObject([
    { flags: ['cost-differs'], body: { sessionRef: 'S-1', ours: '2.00', theirs: '2.75', difference: '0.75' } },
  ]);
});

test('an adjustment goes by the tariff that the session was billed by, whatever its driver has now', async () => {
  await price({ perKwh: '0.5' });
  await post('/api/tariffs', { id: 'own', currency: 'EUR', perKwh: '0.25' });
  await post('/api/tokens', { value: 'SEVEN-7', tariffId: 'own' });
  const token = { hash: 'tok_7', type: 'ISO14443' };
  await record(begin(1000, { token }), end(3, 5000));
  await untilBilled({ state: 'final', total: '1.00', tariffId: 'own', why: 'token' });
  await post('/api/tokens/tok_7', { tariffId: null });
  await record(end(2, 3000));
  await untilBilled({ state: 'final', total: '0.50', tariffId: 'own', why: 'token' });
  expect(amounts(await billOf())).toEqual([
    ['charge', '1.00'],
    ['adjustment', '-0.50'],
  ]);
  // Another token is another driver, with their price: that is decided anew.
  await record(begin(1000, { ref: 'S-2' }), end(3, 5000, { ref: 'S-2' }));
  await untilBilled({ state: 'final', total: '2.00', tariffId: 'day' }, 'S-2');
});

test('a thousand sessions are billed as the function of their facts says, to the cent', async () => {
  const terms = {
    prices: [
      { hours: '08:00-20:00', perKwh: '0.4937', perMinute: '0.011', perIdleMinute: '0.2' },
      { hours: '20:00-08:00', perKwh: '0.2931', perMinute: '0.003', perIdleMinute: '0.1' },
    ],
    sessionFee: '0.35',
  };
  await price(terms);
  const count = scale({ test: 1000, soak: 5000 });
  const day = Date.UTC(2026, 2, 1);
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const ref = `S-${index}`;
      const start = day + ((index * 7919) % 1440) * 60_000;
      // An EVSE of its own: where one is shared, the next start ends whatever was left running there.
      const time = (minutes: number) => ({ ref, evseId: index + 1, at: new Date(start + minutes * 60_000) });
      await record(
        begin(1000, time(0)),
        event(1, 1000 + ((index * 31) % 9000), time(20)),
        event(2, 12_000 + ((index * 17) % 3000), { ...time(61), chargingState: 'suspended-by-vehicle' }),
        end(3, 16_000, time(97 + (index % 50))),
      );
    }),
  );
  await expect.poll(async () => (await rows('bill')).length, patience).toBe(count);
  await expect.poll(() => rows('bill_due'), patience).toEqual([]);
  const { current } = await door().charging.tariffs.get('day');
  if (current === null) throw new Error('the tariff holds');
  let expected = 0;
  for (let index = 0; index < count; index += 1) {
    const facts = await readSessionFacts(door().database.pool, { stationId: 'CP-1', ref: `S-${index}` });
    const usage = { ...usageOf(facts, new Date()), reservation: null };
    const { total } = sessionCost({ segments: [{ terms: current.terms, from: null }], usage, timeZone: 'UTC' });
    expected += Math.round(Number(total) * 100);
  }
  const { rows: sums } = await door().database.pool.query<{ bills: string; entries: string; count: number }>(
    `select (select sum(total) * 100 from bill)::bigint as bills, (select sum(amount) * 100 from bill_entry)::bigint as entries,
       (select count(*) from bill_entry)::integer as count`,
  );
  expect(sums[0]).toEqual({ bills: expected, entries: expected, count });
}, 120_000);
