import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session, SessionFilter } from '#contract/sessions/session.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/postgres.ts';
import { scale } from '../../../../test/support/scale.ts';
import { eachSession, readSessions } from './session-store.ts';

const count = scale({ test: 20_000, soak: 1_000_000 });
/** Of a page, whatever the filter. A full read of a million sessions takes a hundred times as long. */
const patienceMs = 50;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await fill(database, count);
}, 600_000);
afterAll(() => database[Symbol.asyncDispose]());

const noon = Date.parse('2026-03-01T12:00:00Z');
/** The sessions begin a minute after each other, the last one at noon. */
const minute = (ago: number) => new Date(noon - ago * 60_000).toISOString();

const filters: Record<string, { filter: SessionFilter; fits(session: Session): boolean }> = {
  'no filter': { filter: {}, fits: () => true },
  station: { filter: { stationId: 'CP-7' }, fits: ({ stationId }) => stationId === 'CP-7' },
  evse: {
    filter: { stationId: 'CP-7', evseId: 2 },
    fits: ({ stationId, evseId }) => stationId === 'CP-7' && evseId === 2,
  },
  running: { filter: { state: 'running' }, fits: ({ state }) => state === 'running' },
  ended: { filter: { state: 'ended' }, fits: ({ state }) => state === 'ended' },
  token: { filter: { tokenHash: 'tok_5' }, fits: ({ tokenHash }) => tokenHash === 'tok_5' },
  period: {
    filter: { from: minute(count / 2), to: minute(count / 2 - 300) },
    fits: ({ startedAt }) => between(startedAt, minute(count / 2), minute(count / 2 - 300)),
  },
  'common flag': { filter: { flag: 'was-offline' }, fits: ({ flags }) => flags.includes('was-offline') },
  'rare flag': { filter: { flag: 'meter-reset' }, fits: ({ flags }) => flags.includes('meter-reset') },
  'absent flag': { filter: { flag: 'merged' }, fits: () => false },
  flagged: { filter: { isFlagged: true }, fits: ({ flags }) => flags.length > 0 },
  'not flagged': { filter: { isFlagged: false }, fits: ({ flags }) => flags.length === 0 },
  'some energy': { filter: { minimumEnergyWh: 30_000 }, fits: ({ energyWh }) => (energyWh ?? 0) >= 30_000 },
  'rare energy': { filter: { minimumEnergyWh: 400_000 }, fits: ({ energyWh }) => (energyWh ?? 0) >= 400_000 },
  'never so much': { filter: { minimumEnergyWh: 1e9 }, fits: () => false },
  'flag and energy': {
    filter: { flag: 'meter-reset', minimumEnergyWh: 30_000 },
    fits: ({ flags, energyWh }) => flags.includes('meter-reset') && (energyWh ?? 0) >= 30_000,
  },
  'station and flag': {
    filter: { stationId: 'CP-7', flag: 'was-offline' },
    fits: ({ stationId, flags }) => stationId === 'CP-7' && flags.includes('was-offline'),
  },
  'running since long': {
    filter: { state: 'running', to: minute(count / 2) },
    fits: ({ state, startedAt }) => state === 'running' && between(startedAt, '', minute(count / 2)),
  },
};

describe.each(Object.entries(filters))('%s', (_name, { filter, fits }) => {
  test('each page holds what fits, newest first, and all pages together hold it once', async () => {
    const found = await pagesOf(filter, { most: 5 });
    expect(found.every(fits)).toBe(true);
    const begun = found.map(({ startedAt }) => startedAt ?? '');
    expect(begun).toEqual(begun.toSorted().toReversed());
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    if (count > 20_000) return; // the rest of a million is read by the export
    const all: Session[] = [];
    for await (const part of eachSession(database.pool, {})) all.push(...part);
    const expected = all.filter(fits).map(({ id }) => id);
    const read: string[] = [];
    for await (const part of eachSession(database.pool, filter)) read.push(...part.map(({ id }) => id));
    expect(read).toEqual(expected);
    expect(found.map(({ id }) => id)).toEqual(expected.slice(0, found.length));
  });

  test(`a page of ${count} sessions costs a look into an index`, async () => {
    const query = { ...filter, limit: 100 };
    const first = await readSessions(database.pool, query);
    const after = first.next ?? undefined;
    const times = [];
    for (let round = 0; round < 5; round += 1) {
      const begun = performance.now();
      await readSessions(database.pool, { ...query, after });
      times.push(performance.now() - begun);
    }
    expect(times.toSorted((a, b) => a - b)[0]).toBeLessThan(patienceMs);
  });
});

test('sessions that arrive meanwhile neither repeat nor hide one on the next page', async () => {
  const first = await readSessions(database.pool, { limit: 10 });
  await database.pool.query(
    `insert into session (id, station_id, ref, state, event_count, updated_at, started_at)
     select uuidv7(), 'CP-1', 'late-' || n, 'ended', 1, now(), now() - n * interval '1 second' from generate_series(1, 20) as n`,
  );
  const second = await readSessions(database.pool, { limit: 10, after: first.next ?? '' });
  await database.pool.query(`delete from session where ref like 'late-%'`);
  const both = await readSessions(database.pool, { limit: 20 });
  expect([...first.sessions, ...second.sessions]).toEqual(both.sessions);
});

test('a clock that is years ahead does not put a session before all others', async () => {
  await database.pool.query(
    `insert into session (id, station_id, ref, state, event_count, updated_at, started_at)
     values ($1, 'CP-1', 'ahead', 'ended', 1, now(), '2099-01-01')`,
    [uuidv7(new Date(minute(5)))],
  );
  const { sessions } = await readSessions(database.pool, { limit: 1 });
  await database.pool.query(`delete from session where ref = 'ahead'`);
  expect(sessions[0]?.startedAt).toBe(minute(0));
});

test('the total is counted on request, and no further than it is read', async () => {
  expect((await readSessions(database.pool, { limit: 1 })).total).toBeNull();
  expect((await readSessions(database.pool, { limit: 1, total: true })).total).toEqual({
    count: 10_000,
    isAtLeast: true,
  });
  const some = await readSessions(database.pool, { limit: 1, total: true, flag: 'merged' });
  expect(some).toEqual({ sessions: [], next: null, total: { count: 0, isAtLeast: false } });
});

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'])('%s is a time like any other', async (time) => {
  const place = `-62167219200000.${uuidv7(new Date())}`;
  for (const query of [{ from: time }, { to: time }, { after: place }])
    expect((await readSessions(database.pool, { limit: 1, ...query })).sessions.length).toBeLessThan(2);
});

test('an EVSE without its station is no place', async () => {
  await expect(readSessions(database.pool, { limit: 1, evseId: 1 })).rejects.toThrow('stationId');
});

test('meter values leave the indexes alone', async () => {
  const changes = async () => {
    await database.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await database.pool.query<{ all: number; hot: number }>(
      `select n_tup_upd::integer as all, n_tup_hot_upd::integer as hot from pg_stat_user_tables where relname = 'session'`,
    );
    return rows[0] ?? { all: 0, hot: 0 };
  };
  await database.pool.query('alter table session set (fillfactor = 50)');
  await database.pool.query('vacuum full session'); // every page has room for a second version of its rows
  const before = await changes();
  await database.pool.query(
    `update session set energy_mwh = energy_mwh + 1, last_register_mwh = 5, event_count = event_count + 1, updated_at = now(),
       last_at = now(), flags = flags where station_id = 'CP-3'`,
  );
  await expect.poll(async () => (await changes()).all - before.all).toBeGreaterThan(10);
  const after = await changes();
  expect((after.hot - before.hot) / (after.all - before.all)).toBeGreaterThan(0.9);
});

async function pagesOf(filter: SessionFilter, { most }: { most: number }): Promise<Session[]> {
  const found: Session[] = [];
  let after: string | undefined;
  for (let page = 0; page < most; page += 1) {
    const { sessions, next } = await readSessions(database.pool, { ...filter, limit: 100, after });
    found.push(...sessions);
    if (next === null) break;
    after = next;
  }
  return found;
}

function between(time: string | null, from: string, to: string): boolean {
  return time !== null && time >= from && time < to;
}

const atOnce = 20_000;

/** One station in five hundred is CP-7; one session in four was offline, one in 2,000 had a meter reset. */
async function fill({ pool }: FreshDatabase, sessions: number): Promise<void> {
  await pool.query(
    `insert into station (id) select 'CP-' || n from generate_series(1, 500) as n on conflict do nothing`,
  );
  for (let first = 0; first < sessions; first += atOnce)
    await pool.query(
      `insert into session (id, station_id, ref, evse_id, connector_id, token_hash, state, started_at, ended_at, event_count,
         energy_mwh, flags, updated_at)
       select uuidv7(), 'CP-' || (1 + n % 500), 'R-' || n, 1 + n / 500 % 2, 1, 'tok_' || n % 1000,
         case when n % 500 = 3 then 'running' else 'ended' end,
         $3::timestamptz - n * interval '1 minute', $3::timestamptz - n * interval '1 minute' + interval '40 minutes', 5,
         (n % 60) * 1000000 + case when n % 5000 = 9 then 500000000 else 0 end,
         case when n % 2000 = 1 then '{was-offline,meter-reset}' when n % 4 = 0 then '{was-offline}' else '{}' end::text[], now()
       from generate_series($1::integer, $2::integer - 1) as n`,
      [first, first + atOnce, minute(0)],
    );
  await pool.query('analyze session');
}
