import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { Client, Pool } from 'pg';
import { expect, test } from 'vitest';
import { maxNewPerDay, shapeId } from '#database/shapes.ts';
import { makePartitions } from '#database/time-partitions.ts';
import { sample } from '../../../test/support/charging-session.ts';
import { openRestDoor } from '../../../test/support/http-door.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { scale } from '../../../test/support/scale.ts';
import { type MeterMessage, meterMessages, shapeWords } from './meter-messages.ts';
import { meterWeeks } from './meter-weeks.ts';
import { readStationMessages } from './read-meter-messages.ts';
import type { Sample } from './sample.ts';

const start = new Date('2026-03-01T08:00:00Z');
const second = (nth: number) => new Date(start.getTime() + nth * 1000);
let messages = 0;

/** Each a second after the one before. */
function message(samples: readonly Partial<Sample>[], more: Partial<MeterMessage> = {}): MeterMessage {
  const at = second((messages += 1));
  return {
    stationId: 'CP-1',
    sessionRef: 'S-1',
    evseId: 1,
    at,
    receivedAt: start,
    samples: samples.map((one) => ({ ...sample('SoC', 50), at, ...one })),
    key: `message:${messages}`,
    ...more,
  };
}

/** A node with its own connection and its own memory. */
async function openNode(database: FreshDatabase) {
  const projection = meterMessages();
  let client: Client = await database.connect();
  const begin = async (rows: readonly MeterMessage[]) => {
    await client.query('begin');
    return projection.write(client, rows);
  };
  return {
    begin,
    query: (text: string) => client.query(text),
    async write(...rows: readonly MeterMessage[]) {
      const advance = await begin(rows);
      await client.query('commit');
      advance?.();
    },
    async reconnect() {
      await client.end();
      client = await database.connect();
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

async function forms(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ whole: boolean }>(
    'select shape_id is null as whole from meter_message order by at',
  );
  return rows.map(({ whole }) => (whole ? 'w' : 's')).join('');
}

async function valuesOf(pool: Pool, stationId = 'CP-1') {
  const read = await readStationMessages(
    { pool, installationKey: Buffer.alloc(32) },
    { stationId, limit: 1_000, now: start },
  );
  return read.map(({ samples }) => samples.map(({ measurand, value, unit }) => [measurand, value, unit]));
}

const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const words = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text) => text.toWellFormed().replaceAll('\0', '')),
  fc.constantFrom('Outlet', 'Sample.Periodic', 'EV', ''),
);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(1e21, 5e-324, 2 ** 53),
);
const plain = fc.record({
  measurand: words,
  value: number.map((value) => value + 0), // neither form has -0
  unit: orNull(words),
  phase: orNull(words),
  location: orNull(words),
  context: orNull(words),
});
const odd = fc.oneof(
  plain.map((one) => ({ ...one, value: null })),
  plain.map((one) => ({ ...one, at: second(-7) })),
  plain.map((one) => ({ ...one, signed: { data: 'OCMF|{}|{}', method: null, encoding: 'OCMF', publicKey: null } })),
);

test('whatever a message says is read as it came, be it kept as a shape or whole', { timeout: 60_000 }, async () => {
  await using database = await freshDatabase();
  await using node = await openNode(database);
  const { pool } = database;
  const seen = { shaped: 0, whole: 0 };
  const some = fc.array(fc.tuple(fc.array(plain, { maxLength: 6 }), fc.option(odd)), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(some, async (told) => {
      const stationId = `CP-${(messages += 1)}`; // each run a station of its own, so that none meets the bound
      const rows = told.map(([samples, one]) => message(one === null ? samples : [...samples, one], { stationId }));
      await node.write(...rows);
      const read = await readStationMessages(
        { pool, installationKey: Buffer.alloc(32) },
        { stationId, limit: 100, now: start },
      );
      expect(read).toEqual(
        rows.map(({ at, evseId, sessionRef, samples }) => ({
          at: at.toISOString(),
          evseId,
          sessionRef,
          samples: samples.map((each) => ({ ...each, at: each.at.toISOString() })),
        })),
      );
      const shaped = await pool.query('select from meter_message where station_id = $1 and samples is null', [
        stationId,
      ]);
      expect(shaped.rowCount).toBe(told.filter(([, one]) => one === null).length);
      seen.shaped += shaped.rowCount ?? 0;
      seen.whole += told.length - (shaped.rowCount ?? 0);
    }),
    { numRuns: scale({ test: 100, soak: 5_000 }) },
  );
  expect(Math.min(seen.shaped, seen.whole)).toBeGreaterThan(10);
});

test('a message with more words than are worth remembering is kept whole', async () => {
  await using database = await freshDatabase();
  await using node = await openNode(database);
  await node.write(message(Array.from({ length: 200 }, (_, nth) => ({ value: nth, phase: 'L1' }))));
  expect(await forms(database.pool)).toBe('w');
});

test('two nodes that bring the same shape at once do not wait for each other', async () => {
  await using database = await freshDatabase();
  await using one = await openNode(database);
  await using other = await openNode(database);
  const advance = await one.begin([message([{ value: 1 }])]);
  await other.write(message([{ value: 2 }])); // the first has not committed, and might never
  expect(await forms(database.pool)).toBe('w');
  await one.query('commit');
  advance?.();
  await other.write(message([{ value: 3 }]));
  await one.write(message([{ value: 4 }]));
  expect(await forms(database.pool)).toBe('swss');
  expect((await valuesOf(database.pool)).flat()).toMatchObject([1, 2, 3, 4].map((value) => ['SoC', value, null]));
  expect((await database.pool.query('select from meter_shape')).rowCount).toBe(1);
});

test('a shape whose commit failed is written again', async () => {
  await using database = await freshDatabase();
  await using node = await openNode(database);
  await node.begin([message([{ value: 1 }])]);
  await node.query('rollback');
  await node.write(message([{ value: 2 }]));
  expect(await valuesOf(database.pool)).toEqual([[['SoC', 2, null]]]);
});

test('another server behind a new connection gets the shapes that it lacks', async () => {
  await using database = await freshDatabase();
  await using node = await openNode(database);
  await node.write(message([{ value: 1 }]));
  await database.pool.query('truncate meter_shape, meter_message'); // a standby that had not heard of them took over
  await node.reconnect();
  await node.write(message([{ value: 2 }]));
  expect(await valuesOf(database.pool)).toEqual([[['SoC', 2, null]]]);
});

test('an id that stands for other words is not used', async () => {
  await using database = await freshDatabase();
  await using node = await openNode(database);
  const forged = message([{ value: 1 }]);
  await database.pool.query('insert into meter_shape (id, words) values ($1, $2)', [
    shapeId(shapeWords(forged) ?? ''),
    '[{"measurand": "Voltage"}]',
  ]);
  await node.write(forged, message([{ value: 2, unit: 'Percent' }]));
  expect(await forms(database.pool)).toBe('ws');
  expect((await valuesOf(database.pool)).flat()).toEqual([
    ['SoC', 1, null],
    ['SoC', 2, 'Percent'],
  ]);
});

test('a station that invents shapes fills neither table nor memory: its messages are kept whole', async () => {
  await using database = await freshDatabase();
  await using node = await openNode(database);
  const { pool } = database;
  const inventions = (count: number, more: Partial<MeterMessage> = {}) =>
    Array.from({ length: count }, () => message([{ unit: `unit-${(messages += 1)}` }], more));
  await node.write(...inventions(maxNewPerDay - 1));
  await node.write(...inventions(3));
  const before = 's'.repeat(maxNewPerDay);
  expect(await forms(pool)).toBe(`${before}ww`);
  // A shape that others use is there for it too, and others are not held to account.
  await node.write(message([{ unit: 'Percent' }], { stationId: 'CP-2' }), message([{ unit: 'Percent' }]));
  await node.write(...inventions(1));
  expect(await forms(pool)).toBe(`${before}wwssw`);
  const receivedAt = new Date(start.getTime() + 86_400_000);
  await node.write(...inventions(1, { receivedAt }));
  expect(await forms(pool)).toBe(`${before}wwssws`);
  expect((await pool.query('select from meter_shape')).rowCount).toBe(maxNewPerDay + 2);
});

test('a word that no database can store harms its own message alone', async () => {
  await using door = await openRestDoor();
  const { pool } = door.database;
  const told = ['Percent', 'x\0y', 'Wh'].map((unit) => message([{ unit }]));
  await Promise.all(told.map((each) => door.charging.sessions.recordMeterValues(each)));
  expect((await valuesOf(pool)).flat().map(([, , unit]) => unit)).toEqual(['Percent', 'Wh']);
  expect(await forms(pool)).toBe('ss');
  expect((await pool.query('select from set_aside')).rowCount).toBe(1);
});

test('a row is a shape with readings or has its samples, never both and never neither', async () => {
  await using database = await freshDatabase();
  const put = (columns: string) =>
    database.pool.query(
      `insert into meter_message (station_id, at, received_at, samples, shape_id, readings) values ('CP-1', now(), now(), ${columns})`,
    );
  const refused = { constraint: 'meter_message_form' };
  await expect(put(`null, null, null`)).rejects.toMatchObject(refused);
  await expect(put(`'[]', 1, '{1}'`)).rejects.toMatchObject(refused);
  await expect(put(`null, 1, null`)).rejects.toMatchObject(refused);
  await expect(put(`'[]', null, '{1}'`)).rejects.toMatchObject(refused);
});

test('rows of before there were shapes are read, and weeks that were made then take both forms', async () => {
  await using database = await freshDatabase();
  await using node = await openNode(database);
  const { pool } = database;
  await pool.query(
    `alter table meter_message drop constraint meter_message_form, drop column shape_id, drop column readings,
       alter column samples set not null;
     drop table meter_shape`,
  );
  await makePartitions(pool, meterWeeks, { from: start, count: 1 });
  await pool.query(
    `insert into meter_message values ('CP-1', 'S-1', 1, $1, $2, '[{"measurand": "SoC", "value": 49, "unit": "Percent"}]')`,
    [second(messages), start],
  );
  await pool.query(await readFile(join(import.meta.dirname, 'migrations', '0002-meter-shape.sql'), 'utf8'));
  await node.write(message([{ value: 50 }]), message([{ value: null }]));
  expect(await forms(pool)).toBe('wsw');
  expect((await valuesOf(pool)).flat()).toEqual([
    ['SoC', 49, 'Percent'],
    ['SoC', 50, null],
    ['SoC', null, null],
  ]);
  await makePartitions(pool, meterWeeks, { from: start, count: 2 });
});
