import { randomBytes, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { scale } from '../../../test/support/scale.ts';
import { newPersonKey } from '../authorization/person-key-store.ts';
import { emailHashOf, sealIdentity } from './identity.ts';
import { NameIndex } from './name-index.ts';

const installationKey = randomBytes(32);

async function enter(pool: Pool, people: readonly { name: string; email?: string }[], changedAt = new Date()) {
  const rows = people.map(({ name, email = null }) => {
    const key = newPersonKey();
    const id = randomUUID();
    const identity = sealIdentity(installationKey, key, {
      driverId: id,
      identity: { name, email, phone: null, note: null },
    });
    return { id, key, identity, emailHash: emailHashOf(installationKey, email) };
  });
  await pool.query(
    'insert into person_key (id, secret, created_at) select *, now() from unnest($1::uuid[], $2::bytea[])',
    [rows.map(({ key }) => key.id), rows.map(({ key }) => key.secret)],
  );
  await pool.query(
    `insert into driver (id, key_id, identity, email_hash, created_at, created_by, changed_at)
     select id, key_id, identity, email_hash, $5, 'test', $5
     from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::text[]) as given (id, key_id, identity, email_hash)`,
    [
      rows.map(({ id }) => id),
      rows.map(({ key }) => key.id),
      rows.map(({ identity }) => identity),
      rows.map(({ emailHash }) => emailHash),
      changedAt,
    ],
  );
  return rows.map(({ id }) => id);
}

test('names are found by any of their words, without regard to case and accents, in their order', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const [jose, ana, zoe] = await enter(pool, [
    { name: 'José  da Silva' },
    { name: 'ana lima', email: 'silva.ana@example.org' },
    { name: 'Zoë' },
  ]);
  const names = new NameIndex({ pool, installationKey });
  const find = (search: string) => names.find({ search, limit: 10 });
  expect(await find('')).toEqual([ana, jose, zoe]);
  expect(await find('JOSE')).toEqual([jose]);
  expect(await find('silva')).toEqual([ana, jose]);
  expect(await find('silva jos')).toEqual([jose]);
  expect(await find('zoe')).toEqual([zoe]);
  expect(await find('nobody')).toEqual([]);
  expect(await names.find({ after: ana, limit: 1 })).toEqual([jose]);
  expect(await names.find({ after: randomUUID(), limit: 1 })).toBeUndefined();
});

test('what changed is seen at the next search, and who is forgotten is gone from memory', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const names = new NameIndex({ pool, installationKey });
  expect(await names.find({ limit: 10 })).toEqual([]);
  const [ana, bia] = await enter(pool, [{ name: 'Ana' }, { name: 'Bia' }]);
  expect(await names.find({ limit: 10 })).toEqual([ana, bia]);
  // Another node forgets Bia.
  await pool.query(
    'update driver set identity = null, key_id = null, forgotten_at = now(), changed_at = now() where id = $1',
    [bia],
  );
  expect(await names.find({ limit: 10 })).toEqual([ana]);
  expect(inspect(names, { depth: 3 }).toLowerCase()).toContain("'ana'");
  names.forget(ana as string);
  expect(inspect(names, { depth: 3 }).toLowerCase()).not.toContain("'ana'");
});

test('a search that comes while names are read sees what was written before it', async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  await enter(
    pool,
    Array.from({ length: 2_000 }, (_, nth) => ({ name: `Driver ${nth}` })),
  );
  const names = new NameIndex({ pool, installationKey });
  const first = names.find({ search: 'late', limit: 10 });
  const [late] = await enter(pool, [{ name: 'Late' }]);
  expect(await names.find({ search: 'late', limit: 10 })).toEqual([late]);
  await first;
});

test('a hundred thousand drivers are searched within a second', { timeout: 300_000 }, async () => {
  await using database = await freshDatabase();
  const { pool } = database;
  const count = scale({ test: 10_000, soak: 100_000 });
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (let from = 0; from < count; from += 5_000)
    await enter(
      pool,
      Array.from({ length: 5_000 }, (_, nth) => ({ name: `Person ${from + nth}` })),
      hourAgo,
    );
  const names = new NameIndex({ pool, installationKey });
  await names.catchUp();
  const took: number[] = [];
  for (const search of ['person 77', `person ${count - 1}`, 'nobody']) {
    const at = performance.now();
    await names.find({ search, limit: 100 });
    took.push(performance.now() - at);
  }
  expect(Math.max(...took)).toBeLessThan(1_000);
});
