import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../../test/support/postgres.ts';
import { chargingProfileWrites } from '../../charging-profiles/charging-profile-projections.ts';
import { learnedAbilities, readAbilities } from './abilities-store.ts';
import { readForeign } from './clear-foreign.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.pool.query(
    `insert into station (id, vendor, model, firmware_version) values
       ('A', 'Acme', 'One', '1.0'), ('B', 'Acme', 'One', '1.0'), ('C', 'Acme', 'Two', null), ('D', null, null, null),
       ('E', null, null, null), ('F', 'Acme', 'One', '2.0')`,
  );
  const client = await database.connect();
  await learnedAbilities.write(client, [
    {
      stationId: 'A',
      findings: ['rejects-zero'],
      pilotsA: [6, 8],
      purpose: 'tx-default-profile',
      checkedAt: new Date(Date.UTC(2026, 0, 2)),
      firmwareVersion: '1.0',
    },
    { stationId: 'D', findings: ['slow'], pilotsA: null, purpose: 'tx-profile', checkedAt: new Date(0) },
  ]);
  await client.end();
});
afterAll(() => database[Symbol.asyncDispose]());

test('a station is known by itself, or by another of its vendor and model', async () => {
  const known = await readAbilities(database.pool, ['A', 'B', 'C', 'E']);
  expect([...known.values()].filter(({ findings }) => findings.length > 0).map(({ stationId }) => stationId)).toEqual([
    'A',
    'B',
  ]);
  expect(known.get('A')).toMatchObject({ isOfModel: false, findings: ['rejects-zero'], pilotsA: [6, 8] });
  expect(known.get('B')).toMatchObject({ isOfModel: true, stationId: 'B', purpose: 'tx-default-profile' });
});

test('what was learned of a firmware ends with it', async () => {
  expect((await readAbilities(database.pool, ['F'])).get('F')).toMatchObject({ findings: [], firmwareVersion: '2.0' });
  await database.pool.query("update station set firmware_version = '2.0' where id = 'A'");
  expect((await readAbilities(database.pool, ['A'])).get('A')?.findings).toEqual([]);
  await database.pool.query("update station set firmware_version = '1.0' where id = 'A'");
  expect((await readAbilities(database.pool, ['A'])).get('A')?.findings).toEqual(['rejects-zero']);
});

test('profiles that a station reported and nobody here set are foreign', async () => {
  const client = await database.connect();
  const at = new Date();
  const profile = {
    chargingProfileId: 99_001,
    evseId: 0,
    purpose: 'charging-station-max-profile' as const,
    kind: 'absolute' as const,
    stackLevel: 8,
    unit: 'A' as const,
    periods: [{ startSeconds: 0, limit: 8 }],
  };
  const writes = chargingProfileWrites({
    stationId: 'A',
    profile,
    state: 'active',
    since: at,
    source: 'csms',
    report: { id: 1, at },
  });
  for (const { projection, row } of writes) await (projection as typeof learnedAbilities).write(client, [row as never]);
  await client.end();
  expect(await readForeign(database.pool, 'A')).toEqual({ ids: [99_001], hasOwnCap: false });
  expect(await readForeign(database.pool, 'B')).toEqual({ ids: [], hasOwnCap: false });
});
