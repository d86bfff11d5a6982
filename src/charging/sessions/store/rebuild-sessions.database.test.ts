import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/postgres.ts';
import { scale } from '../../../../test/support/scale.ts';
import { openSessionBook, sessionEvent } from '../../../../test/support/session-book.ts';
import { minute } from '../../../../test/support/told-facts.ts';
import { type RebuildReport, rebuildSessions } from './rebuild-sessions.ts';

const signal = new AbortController().signal;
const equal = { different: 0, columns: {}, missing: 0, withoutEvents: 0, written: 0, refused: [], examples: [] };

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database[Symbol.asyncDispose]());

test('rows that are missing are made from the ledger, and are equal to it then', async () => {
  await record({ sessions: 3, eventsEach: 4 });
  const missing = { stationId: 'CP-0', ref: 'S-0', columns: 'missing' };
  expect(await check()).toMatchObject({ sessions: 3, missing: 3, examples: [missing, {}, {}] });
  expect(await rows()).toEqual([]); // a check writes nothing
  expect(await rebuild()).toMatchObject({ sessions: 3, missing: 3, written: 3 });
  expect(await check()).toEqual({ ...equal, sessions: 3 });
  const [first] = await rows();
  expect(first).toMatchObject({
    state: 'ended',
    event_count: 4,
    energy_mwh: 3_000_000,
    started_at: '2026-03-01T08:00:00+00:00',
  });
});

test('what differs is named by its column, put right, and keeps its id', async () => {
  await record({ sessions: 5, eventsEach: 4 });
  await rebuild();
  const before = await rows();
  await change("update session set energy_mwh = energy_mwh + 1, state = 'running' where ref = 'S-1'");
  await change("update session set flags = '{suspect}', first_register_mwh = null where ref = 'S-2'");
  await change("delete from session where ref = 'S-3'");
  const found = {
    sessions: 5,
    different: 2,
    columns: { energy_mwh: 1, state: 1, flags: 1, first_register: 1 },
    missing: 1,
    withoutEvents: 0,
  };
  expect(await check()).toMatchObject(found);
  expect(await rebuild()).toMatchObject({ ...found, written: 3 });
  expect(await check()).toEqual({ ...equal, sessions: 5 });
  const others = (all: Record<string, unknown>[]) => all.filter(({ ref }) => ref !== 'S-3');
  expect(others(await rows())).toEqual(others(before)); // every column, the id among them
});

test('every column of a session is compared', async () => {
  await record({ sessions: 1, eventsEach: 4 });
  await rebuild();
  const [row] = await rows();
  const made = ['id', 'station_id', 'ref', 'begun_at', 'energy_step', 'updated_at'];
  const unseen: string[] = [];
  for (const column of Object.keys(row ?? {}).filter((name) => !made.includes(name))) {
    await change(`update session set ${column} = ${await otherValue(column)}`);
    if ((await check()).different === 0) unseen.push(column);
    await rebuild();
  }
  expect(unseen).toEqual([]);
});

test('a row that no event speaks of is named and left as it is', async () => {
  await record({ sessions: 2, eventsEach: 3 });
  await rebuild();
  await change("update session set ref = 'stray', start_key = 'stray' where ref = 'S-0'");
  const before = (await rows()).filter(({ ref }) => ref === 'stray');
  expect(await rebuild()).toMatchObject({ sessions: 3, missing: 1, withoutEvents: 1, written: 1 });
  expect((await rows()).filter(({ ref }) => ref === 'stray')).toEqual(before);
});

test('a session that cannot be written is told, and harms no other', async () => {
  await record({ sessions: 4, eventsEach: 3 });
  await rebuild();
  // The start key of one stands in the row of another that is left alone: PostgreSQL lets only one have it.
  await change("update session set ref = 'stray' where ref = 'S-1'");
  await change("delete from session where ref = 'S-2'");
  const report = await rebuild();
  expect(report.refused).toMatchObject([{ stationId: 'CP-1', ref: 'S-1' }]);
  expect(report).toMatchObject({ missing: 2, withoutEvents: 1, written: 1 });
});

test('registers that no meter can mean, wherever they stand in a session, are the same in the ledger and its row', async () => {
  await using book = await openSessionBook();
  const odd = [1e308, -1e308, Number.MAX_VALUE, 2 ** 63, -1, 1000];
  const sample = {
    measurand: 'Energy.Active.Import.Register',
    unit: 'Wh',
    phase: null,
    location: 'Outlet',
    context: null,
    signed: null,
  };
  for (const [s, [at, wh]] of odd.flatMap((value) => [0, 1, 2].map((place) => [place, value] as const)).entries()) {
    for (const seqNo of [0, 2, 1]) {
      const value = seqNo === at ? wh : 1000 + seqNo;
      const event = sessionEvent(seqNo, {
        ref: `R-${s}`,
        seqNo,
        key: `session:R-${s}:${seqNo}`,
        kind: (['started', 'updated', 'ended'] as const)[seqNo] ?? 'updated',
        samples: [{ ...sample, at: new Date(minute(seqNo)), value }],
      });
      await book.first.sessions.record(event);
    }
  }
  expect(await rebuildSessions(book.database, { isCheck: true, signal })).toEqual({
    ...equal,
    sessions: 3 * odd.length,
  });
});

test.each(['1e308', '-1e308', '1e15', 'null'])(
  'a register of %s mWh in an older ledger is rebuilt the same every time',
  async (mwh) => {
    await record({ sessions: 3, eventsEach: 4 });
    await change('alter table event disable trigger all');
    for (const n of [0, 1, 2])
      await change(
        `update event set body = jsonb_set(body, '{registers,0,mwh}', '${mwh}') where station_id = 'CP-${n}' and key like '%:${n + 1}'`,
      );
    expect(await rebuild()).toMatchObject({ sessions: 3, missing: 3, written: 3, refused: [] });
    expect(await check()).toEqual({ ...equal, sessions: 3 });
  },
);

test('events that come meanwhile are in what is written', async () => {
  await record({ sessions: 1, eventsEach: 3 });
  await using other = await freshConnection();
  await rebuild();
  await change('update session set energy_mwh = 7');
  await other.query("begin; select from session where ref = 'S-0' for update");
  const rebuilt = rebuild(); // waits for the row
  await expect.poll(waiting).toBe(1);
  await other.query(insertEvents({ from: 0, to: 0, eventsEach: 3, first: 3 }));
  await other.query('commit');
  expect(await rebuilt).toMatchObject({ written: 1 });
  expect(await rows()).toMatchObject([{ event_count: 6, last_seq: 5 }]);
});

test('many sessions are compared as a stream', { timeout: 300_000 }, async () => {
  const sessions = scale({ test: 5_000, soak: 100_000 });
  await record({ sessions, eventsEach: 10 });
  const made = performance.now();
  expect(await rebuild()).toMatchObject({ sessions, written: sessions });
  const compared = performance.now();
  const heapBefore = process.memoryUsage().heapUsed;
  expect(await check()).toEqual({ ...equal, sessions });
  const seconds = { made: (compared - made) / 1000, compared: (performance.now() - compared) / 1000 };
  console.log(JSON.stringify({ sessions, seconds }));
  expect(seconds.compared).toBeLessThan(60);
  expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(300 * 1024 ** 2);
});

function check(): Promise<RebuildReport> {
  return rebuildSessions(database, { isCheck: true, signal });
}

function rebuild(): Promise<RebuildReport> {
  return rebuildSessions(database, { isCheck: false, signal });
}

type Recorded = { sessions: number; eventsEach: number };

/** Sessions of as many stations, each told by a start, a register a minute and an end. */
async function record({ sessions, eventsEach }: Recorded): Promise<void> {
  await change(`insert into station (id) select 'CP-' || n from generate_series(0, ${sessions - 1}) n`);
  await change(insertEvents({ from: 0, to: sessions - 1, eventsEach, first: 0 }));
  await change('analyze');
}

/** As the ledger would hold them; the last one is an end. */
function insertEvents({
  from,
  to,
  eventsEach,
  first,
}: {
  from: number;
  to: number;
  eventsEach: number;
  first: number;
}): string {
  const last = first + eventsEach - 1;
  return `
    insert into event (kind, station_id, key, happened_at, body)
    select 'session-event', 'CP-' || n, 'session:S-' || n || ':' || seq, at, jsonb_build_object(
      'ref', 'S-' || n, 'seqNo', seq, 'isOffline', false,
      'type', case seq when 0 then 'started' when ${last} then 'ended' else 'updated' end,
      'at', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'startKey', 'key-' || n, 'evseId', 1, 'connectorId', 1,
      'tokenHash', 'tok_' || n, 'tokenType', 'ISO14443', 'chargingState', 'charging', 'trigger', 'MeterValuePeriodic',
      'stopReason', case seq when ${last} then 'Local' end, 'remoteStartId', 4, 'reservationId', 5,
      'registers', jsonb_build_array(jsonb_build_object('at', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'mwh', 1000000 * (seq + 1), 'location', 'Outlet',
        'mark', case seq when 0 then 'begin' when ${last} then 'end' end)))
    from generate_series(${from}, ${to}) n, generate_series(${first}, ${last}) seq,
      lateral (select timestamp '2026-03-01 08:00:00' + seq * interval '1 minute' as at)`;
}

async function rows(): Promise<Record<string, unknown>[]> {
  const { rows: found } = await database.pool.query<{ row: Record<string, unknown> }>(
    "select to_jsonb(session) - 'updated_at' as row from session order by ref",
  );
  return found.map(({ row }) => row);
}

async function change(sql: string): Promise<void> {
  await using client = await freshConnection();
  await client.query(sql);
}

async function otherValue(column: string): Promise<string> {
  const { rows: found } = await database.pool.query<{ data_type: string }>(
    "select data_type from information_schema.columns where table_name = 'session' and column_name = $1",
    [column],
  );
  const type = found[0]?.data_type ?? '';
  if (column === 'state') return "'running'";
  if (type.startsWith('timestamp')) return "'2001-01-01T00:00:00Z'";
  if (type === 'ARRAY') return "'{suspect}'";
  if (type === 'text') return "'other'";
  if (type === 'boolean') return `not coalesce(${column}, false)`;
  return type === 'jsonb' ? `'{"other": 1}'` : '77';
}

async function freshConnection() {
  const client = await database.connect({ queryTimeoutMs: 0 });
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

async function waiting(): Promise<number> {
  const { rowCount } = await database.pool.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rowCount ?? 0;
}
