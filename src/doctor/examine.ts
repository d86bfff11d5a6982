import { systemClock } from '#base/clock.ts';
import { type Config, type ConfigSources, externalDatabaseUrl } from '#base/config.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkClock } from './check-clock.ts';
import { checkDataDir } from './check-data-dir.ts';
import { checkEmbeddedDatabase, checkExternalDatabase } from './check-database.ts';
import { checkPorts } from './check-ports.ts';
import { checkProvider } from './check-provider.ts';
import { checkSettings } from './check-settings.ts';
import type { Finding } from './finding.ts';

/** Looks at everything the product needs, whether it runs or not, and changes nothing. */
export async function examine(sources: ConfigSources): Promise<Finding[]> {
  const { finding, config } = checkSettings(sources);
  return config === undefined ? [finding] : [finding, ...(await examineMachine(config))];
}

async function examineMachine(config: Config): Promise<Finding[]> {
  const url = externalDatabaseUrl(config);
  const [folder, clock, ports, certificates] = await Promise.all([
    checkDataDir(config.dataDir),
    checkClock({ dataDir: config.dataDir, clock: systemClock }),
    checkPorts(config),
    checkCertificates(config, systemClock),
  ]);
  // The embedded database is only tried in a folder that can be used; otherwise the folder's own finding says what to do.
  const database =
    url !== undefined
      ? [await checkExternalDatabase(url)]
      : folder.isFine
        ? [await checkEmbeddedDatabase(config.dataDir, config.databaseKeepWal)]
        : [];
  return [folder, clock, ...database, ...certificates, ...ports, checkProvider(config)];
}
