import { systemClock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import type { Log } from '#base/log.ts';
import { type BillRebuildReport, rebuildBills } from '#charging/billing/rebuild-bills.ts';
import { type EnergyRebuildReport, rebuildEnergy } from '#charging/energy/rebuild-energy.ts';
import { type OutageRebuildReport, rebuildOutages } from '#charging/outages/rebuild-outages.ts';
import {
  type Rebuild,
  rebuildSessions,
  type RebuildReport as SessionRebuild,
} from '#charging/sessions/store/rebuild-sessions.ts';
import { type ConnectorRebuildReport, rebuildConnectors } from '#charging/stations/rebuild-connectors.ts';
import { mustExist } from '#database/backup/back-up-database.ts';
import {
  type RestoreDatabase,
  type RestoredDatabase,
  restoreDatabase as restoreInto,
} from '#database/backup/restore-database.ts';
import { knownMigrations, migrate, mustBeMigrated } from '#database/migrate.ts';
import { type CopyRebuildReport, rebuildFromCopies } from '#database/row-copies/rebuild-from-copies.ts';
import { type ChainVerdict, verifyChains } from '#ledger/audit/audit-chain.ts';
import { keyFingerprint } from '#ledger/installation.ts';
import { type SeedVehicles, seedVehicles as seedStock } from '#vehicles/stock/fill-stock.ts';
import { allMigrations, migrationsOf, openStore } from './open-store.ts';

// What the terminal does with an installation that it does not serve: it loads little of the product, so it starts quickly.
export { backUpDatabase, type DatabaseBackup } from '#database/backup/back-up-database.ts';
export { BackupProblem, type ProblemName, type Problems } from '#database/backup/problem.ts';
export type { RestoreStep } from '#database/backup/restore.ts';
export type { RestoredDatabase } from '#database/backup/restore-database.ts';
export { examine } from '#doctor/examine.ts';
export type { Facts, Finding, FoundState } from '#doctor/finding.ts';

/** What events say of sessions, outages, energy and connectors, what sessions say of bills, and what commits left of all other rows. */
export type RebuildReport = SessionRebuild & {
  bills: BillRebuildReport;
  outages: OutageRebuildReport;
  energy: EnergyRebuildReport;
  connectors: ConnectorRebuildReport;
  copies: CopyRebuildReport;
};

/** Puts made-up vehicles on sale, also while the product runs. */
export async function seedVehicles(config: Config, log: Log, seed: SeedVehicles): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const database = await openStore(config, log, opened, { isVisit: true });
  await migrate(database, allMigrations, log);
  return await seedStock(database, seed);
}

/** Walks every audit chain of the installation, also while the product runs. */
export async function verifyAudit(config: Config, log: Log): Promise<ChainVerdict[]> {
  mustExist(config);
  await using opened = new AsyncDisposableStack();
  const database = await openStore(config, log, opened, { isVisit: true });
  await mustBeMigrated(database, migrationsOf(config), log);
  const client = opened.adopt(await database.connect(), (open) => open.end());
  return await verifyChains(client);
}

/** Puts a backup in the place of the database, while the product does not run. */
export async function restoreDatabase(needs: RestoreDatabase): Promise<RestoredDatabase> {
  return restoreInto({
    ...needs,
    knownMigrations: await knownMigrations(allMigrations),
    fingerprintOf: keyFingerprint,
  });
}

/** Compares every derived table with the ledger, or puts it right, also while the product runs. */
export async function rebuildDatabase(config: Config, log: Log, rebuild: Rebuild): Promise<RebuildReport> {
  mustExist(config);
  await using opened = new AsyncDisposableStack();
  const database = await openStore(config, log, opened, { isVisit: true });
  await mustBeMigrated(database, migrationsOf(config), log);
  // First what others refer to: the row of a session needs that of its station.
  const copies = await rebuildFromCopies(database, rebuild);
  const sessions = await rebuildSessions(database, rebuild);
  const bills = await rebuildBills({ pool: database.pool, clock: systemClock }, rebuild);
  const outages = await rebuildOutages(database, rebuild);
  const energy = await rebuildEnergy(database, rebuild);
  const connectors = await rebuildConnectors(database, rebuild);
  return { ...sessions, bills, outages, energy, connectors, copies };
}
