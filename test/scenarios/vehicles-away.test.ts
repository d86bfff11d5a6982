import { expect, test } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { vehicleMigrations } from '../../src/vehicles/migrations.ts';
import { OutsidePostgres } from '../faults/outside-postgres.ts';
import { connect, modernClient, textOf } from '../support/mcp-client.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

test('while the database is away a search says so in one sentence, and works again once it is back', async () => {
  await using postgres = await OutsidePostgres.start();
  await using sigec = await startSigec({ DATABASE_URL: postgres.url, DEMO_VEHICLES: '250' });
  await using client = await connect(`${sigec.addresses.mcp}/x/vehicles`, modernClient);
  const search = async () => {
    const answer = await client.callTool({ name: 'buscar_veiculos', arguments: { texto_busca: 'flex branco' } });
    return { isError: answer.isError ?? false, text: textOf(answer) };
  };
  const before = await search();
  expect(before).toMatchObject({ isError: false, text: expect.stringMatching(/^\| Marca \|/) as string });

  await postgres.signal('SIGTERM');
  await postgres.untilGone();
  expect(await search()).toEqual({ isError: true, text: 'The database does not answer. Try again in a moment.' });
  const over = await fetch(`${sigec.addresses.api}/api/vehicles?texto_busca=onix`);
  expect(over.status).toBe(503);

  await postgres.startAgain();
  await expect.poll(search, { timeout: 30_000, interval: 200 }).toEqual(before);
}, 120_000);

test('a plain start has no vehicles, a demo has 250, and what is there is left alone', async () => {
  await using postgres = await OutsidePostgres.start();
  const env = { DATABASE_URL: postgres.url, INSTALLATION_KEY: 'ab'.repeat(32) };
  const total = async (sigec: TestSigec) => (await sigec.api.get<{ total: number }>('/api/vehicles?limite=1')).total;
  {
    await using plain = await startSigec(env);
    expect(await total(plain)).toBe(0);
  }
  {
    await using demo = await startSigec(env, { isDemo: true });
    expect(await total(demo)).toBe(250);
  }
  await using again = await startSigec({ ...env, DEMO_VEHICLES: '300' });
  expect(await total(again)).toBe(250);
}, 120_000);

test('a database that may not have the extensions is told of in one sentence, and goes without vehicles', async () => {
  await using postgres = await OutsidePostgres.start();
  const admin = await openDatabase({ url: postgres.url, log: silentLog });
  await admin.pool.query('create role dealer login');
  await admin.pool.query('grant create on schema public to dealer');
  await admin.close();
  const url = new URL(postgres.url);
  url.searchParams.set('user', 'dealer');
  await expect(migrate({ url: url.href }, [vehicleMigrations], silentLog)).rejects.toThrow(
    /the vehicles need the extensions unaccent and pg_trgm \(permission denied.*\): let the owner of this database create both with CREATE EXTENSION, or leave vehicles out of PACKS/,
  );
  await using without = await startSigec({ DATABASE_URL: url.href, PACKS: 'charging' });
  expect((await fetch(`${without.addresses.api}/api/vehicles`)).status).toBe(404);
}, 120_000);
