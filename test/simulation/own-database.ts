import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '#base/log.ts';
import { chargingMigrations } from '#charging/migrations.ts';
import { type Database, openDatabase } from '#database/database.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { coreMigrations, migrate } from '#database/migrate.ts';
import { toolMigrations } from '#tools/migrations.ts';

/** A server in a folder of its own, gone with the run; nothing here has to survive the machine. */
export async function ownDatabase(stack: AsyncDisposableStack): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sigec-simulation-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { fsync: 'off', full_page_writes: 'off' };
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, settings });
  stack.defer(() => server.stop());
  await migrate({ url: server.url }, [coreMigrations, ...chargingMigrations, toolMigrations], silentLog);
  const database = await openDatabase({ url: server.url, log: silentLog });
  stack.defer(() => database.close());
  return database;
}
