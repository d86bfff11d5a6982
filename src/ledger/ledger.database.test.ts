import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import { type AnyEvent, anyEvent } from '../../test/support/any-event.ts';
import { openNetwork } from '../../test/support/network.ts';
import { freshDatabase } from '../../test/support/postgres.ts';
import { verifyChain } from './audit/audit-chain.ts';
import { openLedger } from './ledger.ts';
import type { AuditEntry, Entry, NewEvent, Projection } from './ledger-types.ts';
import { apart, Overtaken, write } from './ledger-types.ts';
import { mustGoOn } from './must-go-on.ts';
import { parsePosition } from './position.ts';
import { Writer } from './writer.ts';

function fact(stationId: string, more: Partial<AnyEvent> = {}): NewEvent {
  return anyEvent({ kind: 'test-fact', stationId, happenedAt: new Date('2026-03-01T08:00:00Z'), body: {}, ...more });
}

async function openTestLedger(options: { patienceMs?: number } = {}) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await freshDatabase());
  const node = randomUUID();
  const ledger = stack.adopt(await openLedger({ database, node, log: silentLog, ...options }), (open) => open.close());
  return { database, node, ledger, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

async function take(events: AsyncIterable<LedgerEvent>, count: number): Promise<LedgerEvent[]> {
  const taken: LedgerEvent[] = [];
  for await (const event of events) if (taken.push(event) === count) break;
  return taken;
}

test('an event is in the database when its commit resolves', async () => {
  await using opened = await openTestLedger();
  await opened.ledger.commit({ events: [fact('CP-1', { body: { answer: 42 } })] });
  const { rows } = await opened.database.pool.query('select station_id, body_of(event) as body from event');
  expect(rows).toEqual([{ station_id: 'CP-1', body: { answer: 42 } }]);
});

test('a ledger of a server that had counted more transactions is refused: what comes would stand before what is there', async () => {
  await using opened = await openTestLedger();
  const { database, ledger } = opened;
  await ledger.commit({ events: [fact('CP-1')] });
  await mustGoOn(database.pool);
  await database.pool.query('alter table event disable trigger user'); // events are never changed
  await database.pool.query(`update event set xid = '9000000000'`);
  await expect(openLedger({ database, node: randomUUID(), log: silentLog })).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringContaining('restored from a dump') as string,
  });
});

test('entries that arrive together share one commit', async () => {
  await using opened = await openTestLedger();
  await Promise.all(Array.from({ length: 200 }, (_, i) => opened.ledger.commit({ events: [fact(`CP-${i}`)] })));
  const { rows } = await opened.database.pool.query<{ commits: number }>(
    'select count(distinct xid) as commits from event',
  );
  expect(rows[0]?.commits).toBeLessThanOrEqual(2);
});

test('the second delivery of a keyed event is known and leaves one row', async () => {
  await using opened = await openTestLedger();
  const { ledger, database } = opened;
  expect(await ledger.commit({ events: [fact('CP-1', { key: 'tx:1:0' })] })).toEqual({ status: 'recorded' });
  expect(await ledger.commit({ events: [fact('CP-1', { key: 'tx:1:0' })] })).toEqual({ status: 'known' });
  expect(await ledger.commit({ events: [fact('CP-2', { key: 'tx:1:0' })] })).toEqual({ status: 'recorded' });
  const { rows } = await database.pool.query('select station_id from event order by id');
  expect(rows).toEqual([{ station_id: 'CP-1' }, { station_id: 'CP-2' }]);
});

test('of two deliveries in one batch the second is known, and one row stays', async () => {
  await using opened = await openTestLedger();
  const entry = { events: [fact('CP-1', { key: 'tx:1:0' })] };
  const both = await Promise.all([opened.ledger.commit(entry), opened.ledger.commit({ ...entry })]);
  expect(both).toEqual([{ status: 'recorded' }, { status: 'known' }]);
  const { rows } = await opened.database.pool.query('select 1 from event');
  expect(rows).toHaveLength(1);
});

test.each([
  ['a NUL in a text', fact('CP-bad', { body: { info: 'a\0b' } })],
  ['half a character', fact('CP-bad', { body: { info: 'a\ud800b' } })],
  ['a time out of range', fact('CP-bad', { happenedAt: new Date(8.64e15) })],
  ['a time that is none', fact('CP-bad', { happenedAt: new Date(Number.NaN) })],
])('%s is kept as bytes and harms no other entry of its batch', async (_name, poison) => {
  await using opened = await openTestLedger();
  const healthy = Array.from({ length: 50 }, (_, i) =>
    opened.ledger.commit({ events: [fact(`CP-${i}`)], whenRefused: 'set-aside' }),
  );
  const poisoned = opened.ledger.commit({ events: [poison], whenRefused: 'set-aside' });
  expect(await Promise.all(healthy)).toEqual(Array.from({ length: 50 }, () => ({ status: 'recorded' })));
  expect(await poisoned).toMatchObject({ status: 'set-aside' });
  const { rows } = await opened.database.pool.query<{ station_id: string; entry: Buffer }>(
    'select station_id, entry from set_aside',
  );
  expect(rows).toHaveLength(1);
  expect(JSON.parse(String(rows[0]?.entry))).toEqual({ events: [JSON.parse(JSON.stringify(poison))] });
  // Transactions of other databases on the same server hold the position of readers back for a moment.
  await expect
    .poll(() => opened.ledger.read({ kinds: ['entry-set-aside'], limit: 10 }), { timeout: 5_000 })
    .toMatchObject([{ stationId: 'CP-bad', flags: ['set-aside'] }]);
});

test('a station that is refused again is written apart: the others share one commit', async () => {
  await using opened = await openTestLedger();
  const { ledger, database } = opened;
  const outOfRange = () => fact('CP-bad', { happenedAt: new Date(8.64e15) });
  const round = async (kind: string) => {
    const healthy = Array.from({ length: 50 }, (_, i) => ledger.commit({ events: [fact(`CP-${i}`, { kind })] }));
    await ledger.commit({ events: [outOfRange()], whenRefused: 'set-aside' });
    await Promise.all(healthy);
    const { rows } = await database.pool.query<{ commits: number }>(
      'select count(distinct xid) as commits from event where kind = $1',
      [kind],
    );
    return rows[0]?.commits;
  };
  expect(await round('first')).toBeGreaterThan(1);
  expect(await round('second')).toBe(1);
});

test('a number that JSON cannot say is kept as its digits', async () => {
  await using opened = await openTestLedger();
  const entry = { events: [fact('CP-1', { body: { energyWh: 2n ** 70n } })], whenRefused: 'set-aside' as const };
  expect(await opened.ledger.commit(entry)).toMatchObject({ status: 'set-aside' });
  const { rows } = await opened.database.pool.query<{ entry: Buffer }>('select entry from set_aside');
  expect(String(rows[0]?.entry)).toContain('1180591620717411303424');
});

test('a text that speaks of escapes is no broken text', async () => {
  await using opened = await openTestLedger();
  const body = { info: 'write \\u0000 or \\ud800 😀' };
  expect(await opened.ledger.commit({ events: [fact('CP-1', { body })] })).toEqual({ status: 'recorded' });
});

test('what follows from a known event is not written, so it cannot be refused', async () => {
  await using opened = await openTestLedger();
  const { ledger, database } = opened;
  await database.pool.query('create table probe (name text primary key)');
  const names: Projection<string> = {
    name: 'probe',
    isIndependent: true,
    identity: (row) => row,
    merge: (_earlier, later) => later,
    async write(client, rows) {
      await client.query('insert into probe select * from unnest($1::text[])', [rows]);
    },
  };
  const named = (key: string) => ({ events: [fact('CP-1', { key })], writes: [write(names, key)] });
  await ledger.commit(named('first'));
  const again = [ledger.commit(named('first')), ledger.commit(named('second'))];
  expect(await Promise.all(again)).toEqual([{ status: 'known' }, { status: 'recorded' }]);
  const { rows } = await database.pool.query<{ commits: number }>(
    'select count(distinct xid)::int as commits from event',
  );
  expect(rows[0]?.commits).toBe(2); // the two that came together share one
});

test('a derived row that cannot be written out harms no other entry', async () => {
  await using opened = await openTestLedger();
  const times: Projection<Date> = {
    name: 'probe',
    identity: (row) => String(row.getTime()),
    async write(client, rows) {
      await client.query('select $1::text[]', [rows.map((row) => row.toISOString())]);
    },
  };
  const given = [new Date(0), new Date(Number.NaN), new Date(1)];
  const results = await Promise.allSettled(
    given.map((time) => opened.ledger.commit({ writes: [write(times, time)], whenRefused: 'set-aside' })),
  );
  expect(results).toMatchObject([
    { value: { status: 'recorded' } },
    { value: { status: 'set-aside' } },
    { value: { status: 'recorded' } },
  ]);
});

test('a batch that loses a deadlock is written by the next attempt', async () => {
  await using opened = await openTestLedger();
  await opened.database.pool.query('create sequence attempts');
  const unlucky: Projection<string> = {
    name: 'probe',
    identity: (row) => row,
    async write(client) {
      const { rows } = await client.query<{ attempt: number }>("select nextval('attempts') as attempt");
      if ((rows[0]?.attempt ?? 0) < 3)
        await client.query("do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$");
    },
  };
  const entry = { events: [fact('CP-1')], writes: [write(unlucky, 'x')], audit: [deed] };
  expect(await opened.ledger.commit(entry)).toEqual({ status: 'recorded' });
  expect((await opened.database.pool.query('select 1 from event')).rows).toHaveLength(1);
});

test('a person hears that the database refused what they gave', async () => {
  await using opened = await openTestLedger();
  await expect(opened.ledger.commit({ events: [fact('CP-1', { body: { name: '\0' } })] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

test('rows of one thing in one batch become one, the later one wins', async () => {
  await using opened = await openTestLedger();
  await opened.database.pool.query('create table thing (id text primary key, value integer)');
  const things: Projection<{ id: string; value: number }> = {
    name: 'probe',
    identity: (row) => row.id,
    async write(client, rows) {
      await client.query('insert into thing select * from unnest($1::text[], $2::integer[])', [
        rows.map((r) => r.id),
        rows.map((r) => r.value),
      ]);
    },
  };
  await Promise.all([1, 2, 3].map((value) => opened.ledger.commit({ writes: [write(things, { id: 'T', value })] })));
  expect((await opened.database.pool.query('select value from thing')).rows).toEqual([{ value: 3 }]);
});

test('of two in one batch that were decided upon the same, one is written and the other hears of it', async () => {
  await using opened = await openTestLedger();
  await opened.database.pool.query('create table thing (id text primary key, version integer, by text)');
  const things: Projection<{ id: string; version: number; by: string }> = {
    name: 'probe',
    identity: apart,
    async write(client, rows) {
      for (const { id, version, by } of rows) {
        const { rowCount } = await client.query(
          `insert into thing values ($1, $2, $3)
           on conflict (id) do update set version = $2, by = $3 where thing.version = $2 - 1`,
          [id, version, by],
        );
        if (rowCount !== 1) throw new Overtaken('somebody was faster');
      }
    },
  };
  const commit = (version: number, by: string) =>
    opened.ledger.commit({ writes: [write(things, { id: 'T', version, by })] });
  await commit(1, 'first');
  const both = await Promise.allSettled([commit(2, 'one'), commit(2, 'other')]);
  expect(both).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected' }]);
  expect((await opened.database.pool.query('select version, by from thing')).rows).toEqual([{ version: 2, by: 'one' }]);
});

test('a follower gets what was committed before and what comes, in order and once', async () => {
  await using opened = await openTestLedger();
  const { ledger } = opened;
  await ledger.commit({ events: [fact('CP-1'), fact('CP-2')] });
  const stop = new AbortController();
  const following = take(ledger.follow({ since: '0.0', signal: stop.signal }), 4);
  await ledger.commit({ events: [fact('CP-3')] });
  await ledger.commit({ events: [fact('CP-4')] });
  expect((await following).map(({ stationId }) => stationId)).toEqual(['CP-1', 'CP-2', 'CP-3', 'CP-4']);
});

test('a follower skips nothing when a transaction that began earlier commits later', async () => {
  await using opened = await openTestLedger();
  const { ledger, database } = opened;
  const slow = new Client({ connectionString: database.url });
  await slow.connect();
  await slow.query('begin');
  await slow.query(`insert into event (kind, station_id, happened_at, body) values ('test-fact', 'SLOW', now(), '{}')`);
  await ledger.commit({ events: [fact('FAST')] });
  const following = take(ledger.follow({ since: '0.0', signal: new AbortController().signal }), 2);
  await slow.query('commit');
  await slow.end();
  expect((await following).map(({ stationId }) => stationId)).toEqual(['SLOW', 'FAST']);
});

test('following resumes after the last event that was seen', async () => {
  await using opened = await openTestLedger();
  const { ledger } = opened;
  await ledger.commit({ events: [fact('CP-1'), fact('CP-2'), fact('CP-3')] });
  const [first] = await take(ledger.follow({ since: '0.0', signal: new AbortController().signal }), 1);
  const rest = await take(ledger.follow({ since: first?.id, signal: new AbortController().signal }), 2);
  expect(rest.map(({ stationId }) => stationId)).toEqual(['CP-2', 'CP-3']);
});

test('a follower of some kinds gets those alone, and hears how far everything was looked at', async () => {
  await using opened = await openTestLedger();
  const { ledger } = opened;
  const stop = new AbortController();
  const passed: string[] = [];
  const kinds = new Set<StoredKind>(['station-booted']);
  const wanted = fact('CP-2', { kind: 'station-booted' });
  await ledger.commit({ events: [fact('CP-1')] });
  const options = { since: '0.0', signal: stop.signal, kinds: () => kinds, passed: (at: string) => passed.push(at) };
  const following = take(ledger.follow(options), 2);
  await ledger.commit({ events: [fact('CP-3')] });
  await ledger.commit({ events: [wanted] });
  await ledger.commit({ events: [{ ...wanted, stationId: 'CP-4' }] });
  const heard = await following;
  expect(heard.map(({ stationId }) => stationId)).toEqual(['CP-2', 'CP-4']);
  const all = await ledger.read({ limit: 10 });
  const [first] = passed.map((at) => parsePosition(at));
  expect(Number(first?.xid)).toBeGreaterThan(Number(parsePosition(all[0]?.id ?? '').xid));
});

const deed: AuditEntry = {
  principal: 'key-1',
  door: 'rest',
  action: 'accept-station',
  subject: 'CP-1',
  outcome: 'done',
  details: { b: 1, a: [2, null] },
};

test('the audit chain is whole after many deeds, and a changed byte is found', async () => {
  await using opened = await openTestLedger();
  const { ledger, database, node } = opened;
  await Promise.all(Array.from({ length: 20 }, (_, i) => ledger.commit({ audit: [{ ...deed, subject: `CP-${i}` }] })));
  const client = await database.connect();
  expect(await verifyChain(client, node)).toEqual({ node, entries: 20, isWhole: true });
  await client.query('alter table audit disable trigger audit_is_append_only');
  await client.query(`update audit set details = '{"b": 2, "a": [2, null]}' where seq = 7`);
  expect(await verifyChain(client, node)).toEqual({ node, entries: 6, isWhole: false, brokenAt: 7 });
  await client.end();
});

test('a deed whose details hold a time is whole in the chain', async () => {
  await using opened = await openTestLedger();
  const { ledger, database, node } = opened;
  await ledger.commit({ audit: [{ ...deed, details: { expiresAt: new Date(), gone: undefined } }] });
  const client = await database.connect();
  expect(await verifyChain(client, node)).toEqual({ node, entries: 1, isWhole: true });
  await client.end();
});

test('a refused batch leaves no gap in the audit chain', async () => {
  await using opened = await openTestLedger();
  const { ledger, database, node } = opened;
  const bad: Entry = { events: [fact('CP-1', { body: { x: '\0' } })], audit: [deed] };
  await Promise.allSettled([ledger.commit({ audit: [deed] }), ledger.commit(bad), ledger.commit({ audit: [deed] })]);
  const client = await database.connect();
  expect(await verifyChain(client, node)).toEqual({ node, entries: 2, isWhole: true });
  await client.end();
});

test('events and audit cannot be changed or deleted', async () => {
  await using opened = await openTestLedger();
  await opened.ledger.commit({ events: [fact('CP-1')], audit: [deed] });
  for (const sql of ['update event set kind = $1', 'delete from audit where action = $1']) {
    await expect(opened.database.pool.query(sql, ['x'])).rejects.toThrow('never changed');
  }
});

test('a second process of the same node is refused', async () => {
  await using opened = await openTestLedger();
  const second = openLedger({ database: opened.database, node: opened.node, log: silentLog, lockPatienceMs: 100 });
  await expect(second).rejects.toMatchObject({ code: 'CANNOT_START' });
});

test('when the connection is lost whoever waits hears it, and the ledger comes back by itself', async () => {
  await using opened = await openTestLedger();
  const { ledger, database } = opened;
  await ledger.commit({ events: [fact('CP-1')] });
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  await expect
    .poll(() => ledger.commit({ events: [fact('CP-2')] }).catch((error: unknown) => error), { timeout: 5_000 })
    .toEqual({ status: 'recorded' });
  expect(ledger.awaySince()).toBeUndefined();
  const { rows } = await database.pool.query<{ station_id: string }>(
    'select distinct station_id from event order by 1',
  );
  expect(rows).toEqual([{ station_id: 'CP-1' }, { station_id: 'CP-2' }]);
});

test('a connection that the server has not noticed as dead does not keep us out', async () => {
  await using database = await freshDatabase();
  await using network = await openNetwork(database);
  const needs = { database: network.database, node: randomUUID(), log: silentLog, lockPatienceMs: 500 };
  const ledger = await openLedger(needs);
  network.loseClients(); // the server keeps its side of them open, and with it the lock
  const commit = () => ledger.commit({ events: [fact('CP-1')] }).catch((error: unknown) => error);
  await expect.poll(commit, { timeout: 5_000 }).toEqual({ status: 'recorded' });
  await ledger.close();
});

test('a silent database counts as away after a moment, and then nobody waits for it', async () => {
  const patienceMs = 500;
  await using opened = await openTestLedger({ patienceMs });
  const { ledger, database } = opened;
  const blocker = await database.connect();
  await blocker.query('begin');
  await blocker.query('lock table event in exclusive mode');
  await expect(ledger.commit({ events: [fact('CP-1')] })).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
  const then = performance.now();
  await expect(ledger.commit({ events: [fact('CP-2')] })).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
  expect(performance.now() - then).toBeLessThan(patienceMs);
  await blocker.query('rollback');
  await blocker.end();
  await expect
    .poll(() => ledger.commit({ events: [fact('CP-3')] }).catch((error: unknown) => error), { timeout: 5_000 })
    .toEqual({ status: 'recorded' });
});

test('a ledger that is closed while it connects leaves no connection behind', async () => {
  await using database = await freshDatabase();
  const gate = Promise.withResolvers<void>();
  const slow = { ...database, connect: () => gate.promise.then(() => database.connect()) };
  const writer = new Writer({
    database: slow,
    node: randomUUID(),
    log: silentLog,
    lockPatienceMs: 500,
    patienceMs: 500,
  });
  const connecting = writer.client();
  const closing = writer.close();
  gate.resolve();
  await expect(connecting).rejects.toThrow();
  await closing;
  const held = () =>
    database.pool.query(
      "select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
    );
  await expect.poll(async () => (await held()).rowCount).toBe(0);
});

test('what stands beside a repeated event is not written again', async () => {
  await using opened = await openTestLedger();
  const { ledger, database } = opened;
  const entry = { events: [fact('CP-1', { key: 'session:1:0' }), fact('CP-1', { kind: 'beside' })] };
  await ledger.commit(entry);
  expect(await ledger.commit(entry)).toEqual({ status: 'known' });
  const { rows } = await database.pool.query('select kind from event order by id');
  expect(rows).toEqual([{ kind: 'test-fact' }, { kind: 'beside' }]);
});
