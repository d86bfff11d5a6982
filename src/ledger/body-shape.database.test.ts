import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { maxNewPerDay } from '#database/shapes.ts';
import { type AnyEvent, anyEvent } from '../../test/support/any-event.ts';
import { type FreshDatabase, freshDatabase } from '../../test/support/postgres.ts';
import { shapeBody } from './body-shape.ts';
import { type OpenLedger, openLedger } from './ledger.ts';
import type { NewEvent } from './ledger-types.ts';

let database: FreshDatabase;
let ledger: OpenLedger;
beforeAll(async () => {
  database = await freshDatabase();
  ledger = await openLedger({ database, node: randomUUID(), log: silentLog });
});
afterAll(async () => {
  await ledger.close();
  await database[Symbol.asyncDispose]();
});

const at = '2026-03-01T08:00:00.123Z';
function sessionEvent(more: Partial<AnyEvent> = {}): NewEvent {
  return anyEvent({
    kind: 'session-event',
    stationId: 'CP-1',
    key: 'session:a:b:7',
    happenedAt: new Date(at),
    body: {
      ref: 'a:b',
      type: 'updated',
      at,
      seqNo: 7,
      evseId: 1,
      trigger: 'MeterValuePeriodic',
      chargingState: 'charging',
      registers: [{ mwh: 1_000_077_381 }],
    },
    ...more,
  });
}

async function bodiesOf(stationId: string): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ body: unknown }>(
    'select body_of(event) as body from event where station_id = $1 order by xid, id',
    [stationId],
  );
  return rows.map(({ body }) => body);
}

test('of a meter value only the register is kept with the event', async () => {
  await ledger.commit({ events: [sessionEvent()] });
  const { rows } = await database.pool.query(
    "select body, shape_values, pg_column_size(event.*) < 200 as is_small from event where station_id = 'CP-1'",
  );
  expect(rows).toEqual([{ body: null, shape_values: '1000077381', is_small: true }]);
  expect(await bodiesOf('CP-1')).toEqual([sessionEvent().body]);
});

test('words are shared by sessions and stations; what differs is not among them', () => {
  const other = sessionEvent({
    key: 'session:other:9',
    body: { ...sessionEvent().body, ref: 'other', seqNo: 9, registers: [{ mwh: 5 }] },
  });
  expect(shapeBody(other, at)?.words).toBe(shapeBody(sessionEvent(), at)?.words);
});

const word = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom('%', '%1$s', '"', '\\', '\x1f', 'a:b', at, '7'));
const leaf = fc.oneof(
  word,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.nat(200),
  fc.boolean(),
  fc.constant(null),
);
const name = fc.oneof(
  fc.constantFrom('ref', 'at', 'seqNo', 'type', 'evseId', 'reason', '%', '__x', 'a"b'),
  fc.string(),
);
const body = fc.dictionary(
  name,
  fc.oneof(leaf, fc.array(fc.dictionary(name, leaf, { maxKeys: 3 }), { maxLength: 10 })),
  {
    maxKeys: 8,
  },
);
const kinds = fc.constantFrom('session-event', 'connector-status', 'station-booted', 'command-ended', 'rare');

test('whatever a body says, it is read as it was written', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(kinds, body), { minLength: 1, maxLength: 20 }), async (told) => {
      const storable = told.filter(([, each]) => !/\\u(?:0000|d[89a-f])/.test(JSON.stringify(each)));
      const stationId = `ANY-${(run += 1)}`;
      for (const [nth, [kind, each]] of storable.entries())
        await ledger.commit({
          events: [anyEvent({ kind, stationId, key: `k:a:b:${nth}`, happenedAt: new Date(at), body: each })],
        });
      expect(await bodiesOf(stationId)).toEqual(
        storable.map(([, each]) => JSON.parse(JSON.stringify(each)) as unknown),
      );
    }),
    { numRuns: 30 },
  );
});

test('a station that invents words fills nobody else’s memory: its further bodies are kept whole', async () => {
  const invent = (nth: number) =>
    sessionEvent({ stationId: 'INVENTOR', key: `session:S:${nth}`, body: { ref: 'S', type: `made up ${nth}` } });
  const count = maxNewPerDay + 5;
  for (let nth = 0; nth < count; nth += 1) await ledger.commit({ events: [invent(nth)] });
  const { rows } = await database.pool.query(
    "select count(body)::integer as whole, count(shape_id)::integer as shaped from event where station_id = 'INVENTOR'",
  );
  expect(rows).toEqual([{ whole: 5, shaped: maxNewPerDay }]);
  expect(await bodiesOf('INVENTOR')).toEqual(Array.from({ length: count }, (_, nth) => invent(nth).body));
});
