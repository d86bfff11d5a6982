import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { freshDatabase } from '../../test/support/postgres.ts';
import { checkEmbeddedDatabase, checkExternalDatabase } from './check-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'sigec-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a database that answers and has all migrations is fine', async () => {
  await using database = await freshDatabase();
  const finding = await checkExternalDatabase(database.url);
  expect(finding).toMatchObject({ isFine: true, state: 'database-fine', facts: { pendingMigrations: 0 } });
  expect(JSON.stringify(finding.facts)).toMatch(/"version":"18\./);
});

test('the kill switch are told', async () => {
  await using database = await freshDatabase();
  expect(await checkExternalDatabase(database.url)).toMatchObject({ facts: { killSwitchSince: null } });
  await database.pool.query("insert into kill_switch (is_on, since) values (true, '2026-03-01T08:00:00Z')");
  const finding = await checkExternalDatabase(database.url);
  expect(finding).toMatchObject({ isFine: true, facts: { killSwitchSince: '2026-03-01T08:00:00.000Z' } });
});

test('migrations that are yet to come are counted', async () => {
  await using database = await freshDatabase();
  await database.pool.query('drop table migration');
  const finding = await checkExternalDatabase(database.url);
  expect(finding).toMatchObject({ isFine: true, state: 'database-fine' });
  expect(finding.facts).not.toMatchObject({ pendingMigrations: 0 });
});

test('a database of a newer SIGEC is a problem', async () => {
  await using database = await freshDatabase();
  await database.pool.query(
    "insert into migration (owner, number, name, checksum) values ('core', 999, '0999-later.sql', '')",
  );
  expect(await checkExternalDatabase(database.url)).toMatchObject({
    isFine: false,
    state: 'database-newer',
    facts: { migrations: ['0999-later.sql'] },
  });
});

test('a database that is not there, and one that refuses us, are different problems', async () => {
  await using database = await freshDatabase();
  const elsewhere = new URL(database.url);
  elsewhere.pathname = '/no_such_database';
  expect(await checkExternalDatabase(elsewhere.href)).toMatchObject({ isFine: false, state: 'database-refuses' });
  const away = await checkExternalDatabase('postgresql://user:secret@127.0.0.1:1/sigec');
  expect(away).toMatchObject({ isFine: false, state: 'database-away', facts: { place: '127.0.0.1:1/sigec' } });
  expect(JSON.stringify(away)).not.toContain('secret');
});

test('an embedded database that runs goes on running', async () => {
  await using database = await freshDatabase();
  expect(await checkEmbeddedDatabase(inject('postgresDir'))).toMatchObject({ isFine: true, state: 'database-fine' });
  expect((await database.pool.query('select 1')).rowCount).toBe(1);
});

test('an embedded database that is yet to be made is fine, and is not made', async () => {
  const dataDir = join(folder, 'new');
  expect(await checkEmbeddedDatabase(dataDir)).toMatchObject({ isFine: true, state: 'database-new' });
  expect(() => rmSync(dataDir)).toThrow('ENOENT');
});

test('an embedded database that cannot start is a problem, told with its reason', async () => {
  const dataDir = join(folder, 'broken');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
  const finding = await checkEmbeddedDatabase(dataDir);
  expect(finding).toMatchObject({ isFine: false, state: 'database-not-starting' });
});
