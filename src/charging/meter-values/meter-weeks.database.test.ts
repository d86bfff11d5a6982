import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { partitionsOf } from '#database/time-partitions.ts';
import { recordSession, sample, sessionEvent } from '../../../test/support/charging-session.ts';
import { openRestDoor } from '../../../test/support/http-door.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { keepMeterWeeks, meterWeeks, tidyMeterWeeks } from './meter-weeks.ts';

const dayMs = 86_400_000;

test('the weeks to come are made at the start; a message that has none is kept all the same, and moved later', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const clock = { now: () => new Date('2026-11-15T12:00:00Z') };
  const stop = await keepMeterWeeks({ pool, clock, log: silentLog, keepMeterValuesDays: 400 });
  await stop();
  expect(await partitionsOf(pool, meterWeeks)).toEqual([
    'meter_message_2026_11_09',
    'meter_message_2026_11_16',
    'meter_message_2026_11_23',
  ]);
  await pool.query(
    `insert into meter_message values ('CP-1', null, 1, '2099-01-01Z', '2027-06-01Z', '[]'), ('CP-1', null, 1, '1970-01-01Z', '2026-11-15Z', '[]')`,
  );
  const place = async () => {
    const { rows } = await pool.query<{ name: string }>('select tableoid::regclass::text as name from meter_message');
    return rows.map(({ name }) => name).toSorted();
  };
  expect(await place()).toEqual(['meter_message_2026_11_09', 'meter_message_rest']);
  await tidyMeterWeeks({ pool, clock, log: silentLog, keepMeterValuesDays: 400 });
  expect(await place()).toEqual(['meter_message_2026_11_09', 'meter_message_2027_05_31']);
});

test('a server that cannot tidy the weeks starts and takes messages', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const blocker = await pool.connect();
  await blocker.query('begin; lock table meter_message_rest in access exclusive mode');
  const clock = { now: () => new Date() };
  const stop = await keepMeterWeeks({ pool, clock, log: silentLog, keepMeterValuesDays: 400 });
  await blocker.query('rollback');
  blocker.release();
  await stop();
  await pool.query(`insert into meter_message values ('CP-1', null, 1, now(), now(), '[]')`);
  expect((await pool.query('select 1 from meter_message_rest')).rows).toHaveLength(1);
});

test('dropping old meter values changes no session, and its events still fold to the same', async () => {
  await using door = await openRestDoor();
  const { pool } = door.database;
  const receivedAt = new Date(Date.now() - 500 * dayMs);
  const wh = [1000, 2500, 0, 700];
  const kinds = ['started', 'updated', 'updated', 'ended'] as const;
  const events = wh.map((value, nth) => {
    const at = new Date(receivedAt.getTime() + nth * 60_000);
    const samples = [sample('Energy.Active.Import.Register', value, { at, unit: 'Wh' })];
    return sessionEvent(nth, { kind: kinds[nth] ?? 'updated', at, receivedAt: at, samples });
  });
  const id = await recordSession(door, events);
  const read = async (path: string) => (await door.fetch(path)).json();
  const before = await read(`/api/sessions/${id}`);
  const rowBefore = (await pool.query('select * from session')).rows;
  expect(before).toMatchObject({ state: 'ended', energyWh: 2200 });
  expect(await read(`/api/sessions/${id}/meter-values`)).toMatchObject({ messages: { length: 4 } });

  const tidy = (keepMeterValuesDays: number) =>
    tidyMeterWeeks({ pool, clock: { now: () => new Date() }, log: silentLog, keepMeterValuesDays });
  await tidy(0);
  expect(await read(`/api/sessions/${id}/meter-values`)).toMatchObject({ messages: { length: 4 } });
  await tidy(400);
  expect(await read(`/api/sessions/${id}/meter-values`)).toEqual({ messages: [] });
  expect(await read(`/api/sessions/${id}`)).toEqual(before);
  expect((await pool.query('select * from session')).rows).toEqual(rowBefore);

  // A late repetition and a late event are folded from the ledger alone.
  await door.charging.sessions.record(events[1] ?? sessionEvent(1));
  expect(await read(`/api/sessions/${id}`)).toEqual(before);
  // Of the curve the ends are left, which are in the ledger.
  expect(await read(`/api/sessions/${id}/curve`)).toMatchObject({
    series: [{ points: { length: 2 }, sampleCount: 2 }],
  });
});

test('meter values of before the weeks are all there afterwards', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await pool.query(
    `drop table meter_message; drop table meter_key;
     create table meter_message (station_id text not null, session_ref text, evse_id integer, at timestamptz not null,
       received_at timestamptz not null, samples jsonb not null) partition by range (at);
     create table meter_message_rest partition of meter_message default;
     create index meter_message_session on meter_message (station_id, session_ref, at);
     insert into meter_message select 'CP-' || nth % 3, 'S', 1, '1970-01-01Z', '2026-01-01Z'::timestamptz + nth * interval '1 hour', '[{"measurand": "SoC"}]'
     from generate_series(1, 1000) as nth`,
  );
  const migration = join(import.meta.dirname, 'migrations', '0001-meter-message.sql');
  await pool.query(await readFile(migration, 'utf8'));
  const { rows } = await pool.query('select count(*)::integer as rows, min(received_at) from meter_message');
  expect(rows).toEqual([{ rows: 1000, min: new Date('2026-01-01T01:00:00Z') }]);
  expect((await partitionsOf(pool, meterWeeks))[0]).toBe('meter_message_2025_12_29');
  expect((await pool.query('select 1 from meter_message_rest')).rows).toEqual([]);
  await tidyMeterWeeks({ pool, clock: { now: () => new Date() }, log: silentLog, keepMeterValuesDays: 1 });
  expect((await pool.query('select 1 from meter_message')).rows).toEqual([]);
});
