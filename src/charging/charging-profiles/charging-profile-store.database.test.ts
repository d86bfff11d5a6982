import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChargingProfile } from '#contract/energy/charging-profile.ts';
import type { DerivedWrite, Projection } from '#ledger/ledger-types.ts';
import { write } from '#ledger/ledger-types.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import type { ChargingProfileNeeds } from './charging-profile-needs.ts';
import { chargingProfileWrites, clearedChargingProfiles, rateUpdates } from './charging-profile-projections.ts';
import { readChargingProfiles } from './charging-profile-store.ts';
import { numberFor } from './record-charging-profiles.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.pool.query("insert into station (id) values ('A'), ('B'), ('C'), ('D')");
});
afterAll(() => database[Symbol.asyncDispose]());

/** As the ledger does it: table by table, in one connection. */
async function commit(...writes: DerivedWrite[]): Promise<void> {
  const client = await database.connect();
  try {
    for (const { projection, row } of writes) await (projection as unknown as Projection<unknown>).write(client, [row]);
  } finally {
    await client.end();
  }
}

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const base: ChargingProfile = {
  chargingProfileId: 1,
  evseId: 1,
  purpose: 'tx-default-profile',
  kind: 'relative',
  stackLevel: 0,
  unit: 'A',
  periods: [{ startSeconds: 0, limit: 10 }],
};
const held = (stationId: string, profile: Partial<ChargingProfile>, since: Date) =>
  chargingProfileWrites({
    stationId,
    profile: { ...base, ...profile },
    state: 'active',
    since,
    source: 'csms',
    report: null,
  });

test('what is kept is read back to the last digit', async () => {
  const rate = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((number) => (Object.is(number, -0) ? 0 : number));
  const tenth = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((number) => number / 10);
  const period = fc.record({
    limit: tenth,
    setpointL3: rate,
    shouldSleep: fc.boolean(),
    frequencyCurve: fc.array(fc.record({ frequencyHz: tenth, powerW: rate }), { minLength: 1, maxLength: 3 }),
  });
  const periods = fc
    .array(period, { minLength: 1, maxLength: 5 })
    .map((list) => list.map((content, index) => ({ startSeconds: index * 60, ...content })));
  await fc.assert(
    fc.asyncProperty(periods, periods, tenth, async (first, second, minRate) => {
      const profile = { periods: first, minRate, alternatives: [{ unit: 'W' as const, periods: second }] };
      await commit(...held('A', profile, day(1)));
      expect(await readChargingProfiles(database.pool, 'A')).toMatchObject([{ ...base, ...profile }]);
    }),
    { numRuns: 20 },
  );
});

test('a profile that was set after a clearing stays', async () => {
  await commit(
    ...held('B', { chargingProfileId: 1 }, day(1)),
    ...held('B', { chargingProfileId: 2, stackLevel: 1 }, day(3)),
  );
  await commit(write(clearedChargingProfiles, { stationId: 'B', at: day(2), choice: {}, from: 'active' }));
  expect(await readChargingProfiles(database.pool, 'B')).toMatchObject([
    { chargingProfileId: 2, state: 'active' },
    { chargingProfileId: 1, state: 'cleared', since: day(2).toISOString() },
  ]);
});

test('new values change what they name, and nothing of another profile', async () => {
  const dynamic = { kind: 'dynamic' as const, periods: [{ startSeconds: 0, limit: 10, setpoint: 1 }] };
  await commit(
    ...held('C', { ...dynamic, chargingProfileId: 1 }, day(1)),
    ...held('C', { ...dynamic, chargingProfileId: 2 }, day(1)),
  );
  await commit(write(rateUpdates, { stationId: 'C', chargingProfileId: 1, rates: { setpoint: -7.5 } }));
  expect(await readChargingProfiles(database.pool, 'C')).toMatchObject([
    { chargingProfileId: 1, periods: [{ limit: 10, setpoint: -7.5 }] },
    { chargingProfileId: 2, periods: [{ limit: 10, setpoint: 1 }] },
  ]);
});

test('a profile ends with its session, and is forgotten when it has long been gone', async () => {
  await database.pool.query(
    `insert into session (id, station_id, ref, state, ended_at, event_count, updated_at)
     values (gen_random_uuid(), 'D', 'T-1', 'ended', $1, 1, $1)`,
    [day(2)],
  );
  await commit(...held('D', { chargingProfileId: 1, purpose: 'tx-profile', sessionRef: 'T-1' }, day(1)));
  expect(await readChargingProfiles(database.pool, 'D')).toMatchObject([
    { state: 'cleared', since: day(2).toISOString() },
  ]);
  await commit(...held('D', { chargingProfileId: 2 }, day(40)));
  expect(await readChargingProfiles(database.pool, 'D')).toMatchObject([{ chargingProfileId: 2, state: 'active' }]);
  const { rows } = await database.pool.query("select owner from charging_schedule where station_id = 'D'");
  expect(rows).toEqual([{ owner: 'profile 2' }]);
});

test('a profile has the number of the one that holds its place, and otherwise always the same one', async () => {
  const needs = { pool: database.pool } as ChargingProfileNeeds;
  const place = { evseId: 2, purpose: 'tx-profile', stackLevel: 0, sessionRef: 'tx-1' } as const;
  const first = await numberFor(needs, 'D', place);
  expect(await numberFor(needs, 'D', place)).toBe(first);
  const others = [{ sessionRef: 'tx-2' }, { sessionRef: undefined }, { stackLevel: 1 }, { evseId: 1 }];
  for (const other of others) expect(await numberFor(needs, 'D', { ...place, ...other })).not.toBe(first);
  expect(await numberFor(needs, 'C', place)).not.toBe(first);
  await commit(...held('D', { ...place, chargingProfileId: 77 }, day(1)));
  expect(await numberFor(needs, 'D', place)).toBe(77);
});
