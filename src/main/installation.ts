import { arch, platform, release } from 'node:os';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { type Config, externalDatabaseUrl } from '#base/config.ts';
import type { RecentLines } from '#base/recent-lines.ts';
import { allPacks } from '#base/settings/installation-settings.ts';
import { shownSettings } from '#base/shown-settings.ts';
import { version } from '#base/version.ts';
import type { Installation, ShownPack, SupportBundle } from '#contract/installation.ts';
import type { Registry } from '#tools/registry.ts';
import { bundleLine } from './bundle-line.ts';

export type InstallationNeeds = {
  config: Config;
  pool: Pool;
  registry: Pick<Registry, 'packs' | 'listAll'>;
  health: { reasonsNotReady(): Promise<readonly { sentence: string }[]> };
  recent: RecentLines;
  keepMessagesDays: number;
  startedAt: Date;
  clock: Clock;
};

const licence = 'Apache-2.0';

/** What runs here: for the console's settings, and for whoever helps. */
export function describeInstallation(needs: InstallationNeeds) {
  return {
    describe: () => describe(needs),
    async supportBundle(): Promise<SupportBundle> {
      const { packs, ...rest } = await describe(needs);
      const [notReady, appliedMigrations] = await Promise.all([
        needs.health.reasonsNotReady(),
        readMigrations(needs.pool),
      ]);
      return {
        ...rest,
        madeAt: needs.clock.now().toISOString(),
        packs: packs.map(({ name, isOn, tools }) => ({ name, isOn, tools: tools.length })),
        notReady: notReady.map(({ sentence }) => sentence),
        appliedMigrations,
        log: needs.recent.lines().map((line) => bundleLine(line, needs.config)),
      };
    },
  };
}

async function describe(needs: InstallationNeeds): Promise<Installation> {
  const { config, pool, startedAt, keepMessagesDays } = needs;
  const { stations, stationsOnline, runningSessions, devices, ...database } = await readFacts(pool);
  return {
    version,
    licence,
    node: process.versions.node,
    startedAt: startedAt.toISOString(),
    platform: `${platform()} ${release()} ${arch()}`,
    database: { place: externalDatabaseUrl(config) === undefined ? 'embedded' : 'external', ...database },
    counts: { stations, stationsOnline, runningSessions, devices },
    retention: { meterValuesDays: config.meterValuesKeepDays, messagesDays: keepMessagesDays },
    packs: shownPacks(needs),
    settings: shownSettings(config),
  };
}

function shownPacks({ registry }: Pick<InstallationNeeds, 'registry'>): ShownPack[] {
  const on = new Map(registry.packs().map((pack) => [pack.name, pack]));
  const tools = Map.groupBy(registry.listAll(), ({ pack }) => pack);
  return allPacks.map((name) => {
    const pack = on.get(name);
    return {
      name,
      isOn: pack !== undefined,
      title: pack?.title ?? null,
      levels: (pack?.levels ?? []).map((level) => ({ name: level.name, about: level.about })),
      tools: (tools.get(name) ?? []).map((tool) => ({ name: tool.name, title: tool.title, tier: tool.tier })),
    };
  });
}

type Facts = {
  version: string;
  sizeBytes: number;
  migrations: number;
  stations: number;
  stationsOnline: number;
  runningSessions: number;
  devices: number;
};

async function readFacts(pool: Pool): Promise<Facts> {
  const { rows } = await pool.query<Facts>(`select
    current_setting('server_version') as version,
    pg_database_size(current_database())::float8 as "sizeBytes",
    (select count(*)::int from migration) as migrations,
    (select count(*)::int from station) as stations,
    (select count(*)::int from station where link_node is not null) as "stationsOnline",
    (select count(*)::int from session where state = 'running') as "runningSessions",
    (select count(*)::int from device) as devices`);
  return rows[0] as Facts;
}

async function readMigrations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select owner || '/' || name as name from migration order by owner, number",
  );
  return rows.map(({ name }) => name);
}
