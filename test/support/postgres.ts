import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';
import { migrate } from '../../src/database/migrate.ts';
import { allMigrations } from '../../src/main/open-store.ts';

export type FreshDatabase = Database & AsyncDisposable;

const template = 'sigec_template';

let running: Promise<EmbeddedPostgres> | undefined;

/** A database of its own with all migrations applied, copied in a moment; `await using` drops it. */
export async function freshDatabase(): Promise<FreshDatabase> {
  running ??= startShared();
  const { url } = await running;
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(url, (admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
  const database = await openDatabase({ url: withDatabase(url, name), log: silentLog });
  return {
    ...database,
    async [Symbol.asyncDispose]() {
      await database.close();
      await withAdmin(url, (admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/** All test files share one server: whichever comes first starts it, the others join. */
async function startShared(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir: inject('postgresDir'),
    log: silentLog,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' }, // it never outlives the run
  });
  await withAdmin(postgres.url, async (admin) => {
    await admin.query("select pg_advisory_lock(hashtextextended('sigec test template', 0))");
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) await makeTemplate(admin, postgres.url);
  });
  return postgres;
}

async function makeTemplate(admin: Client, url: string): Promise<void> {
  const draft = `${template}_draft`;
  await admin.query(`drop database if exists ${draft}`);
  await admin.query(`create database ${draft}`);
  await migrate({ url: withDatabase(url, draft) }, allMigrations, silentLog);
  await admin.query(`alter database ${draft} rename to ${template}`); // a template that stands is whole
}

async function withAdmin(url: string, work: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: withDatabase(url, 'postgres') });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
