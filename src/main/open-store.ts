import { availableParallelism } from 'node:os';
import { assistantMigrations } from '#assistant/migrations.ts';
import { automationMigrations } from '#automation/migrations.ts';
import { type Config, externalDatabaseUrl } from '#base/config.ts';
import type { Log } from '#base/log.ts';
import { bookshopMigrations } from '#bookshop/migrations.ts';
import { chargingMigrations } from '#charging/migrations.ts';
import { type Database, isUsed, openDatabase } from '#database/database.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { coreMigrations, type MigrationSet } from '#database/migrate.ts';
import { deviceMigrations } from '#devices/migrations.ts';
import { moneyMigrations } from '#money/migrations.ts';
import { oauthMigrations } from '#principals/oauth/migrations.ts';
import { roamingMigrations } from '#roaming/migrations.ts';
import { toolMigrations } from '#tools/migrations.ts';
import { vehicleMigrations } from '#vehicles/migrations.ts';

export const allMigrations: readonly MigrationSet[] = [
  coreMigrations,
  moneyMigrations,
  ...chargingMigrations,
  oauthMigrations,
  toolMigrations,
  assistantMigrations,
  deviceMigrations,
  vehicleMigrations,
  bookshopMigrations,
  roamingMigrations,
  ...automationMigrations,
];

/** The tables of vehicles need extensions that a database may lack: whoever leaves that pack out need not have them. */
export function migrationsOf({ packs }: Config): readonly MigrationSet[] {
  return allMigrations.filter((set) => set !== vehicleMigrations || packs.includes('vehicles'));
}

/** How many processes of ours serve from this machine. */
export function nodesWanted({ nodes }: Pick<Config, 'nodes'>): number {
  return nodes === 0 ? availableParallelism() : nodes;
}

/** One process finds room in what postgresql.conf says; each further one has a pool and a few connections of its own. */
function connectionsFor(nodes: number): Record<string, string> {
  return nodes === 1 ? {} : { max_connections: String(40 + 24 * nodes) };
}

/** A visitor leaves the embedded database running where it found it running: the product may be using it. */
export async function openStore(
  config: Config,
  log: Log,
  opened: AsyncDisposableStack,
  { isVisit = false, signal }: { isVisit?: boolean; signal?: AbortSignal | undefined },
): Promise<Database> {
  let url = externalDatabaseUrl(config);
  if (url === undefined) {
    const { dataDir, databaseKeepWal } = config;
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log,
      keepWal: databaseKeepWal || undefined,
      settings: connectionsFor(nodesWanted(config)),
    });
    // The product may have started beside a visitor that began alone.
    const isShared = async () => postgres.wasRunning || (await isUsed(postgres.url, log).catch(() => false));
    opened.defer(async () => (isVisit && (await isShared()) ? postgres.leave() : postgres.stop()));
    ({ url } = postgres);
  }
  return opened.adopt(await openDatabase({ url, log, ...(signal && { signal }) }), (database) => database.close());
}
