import type { Pool } from 'pg';
import { type SiteEnergy, type StoredSiteEnergy, siteEnergy } from '#contract/energy/site-energy.ts';
import { tableProjection } from '../../../rows.ts';

export type SettingsRow = {
  siteId: string;
  version: number;
  settings: SiteEnergy;
  changedAt: Date;
  changedBy: string;
  removedAt: Date | null;
};

/** The version guards against two that change the settings at once: of the same number the first one stays. */
export const energySettings = tableProjection<SettingsRow>({
  name: 'energy settings',
  table: 'site_energy',
  key: ['siteId'],
  where: 'excluded.version > known.version',
});

export type KnownSettings = StoredSiteEnergy & { isRemoved: boolean };

export async function readSettings(pool: Pool, siteId: string): Promise<KnownSettings | undefined> {
  const { rows } = await pool.query<Stored>(`${stored} where site_id = $1`, [siteId]);
  return rows.map((row) => toSettings(row, parsedOf(pool)))[0];
}

export async function readAllSettings(pool: Pool): Promise<StoredSiteEnergy[]> {
  const { rows } = await pool.query<Stored>(`${stored} where removed_at is null order by site_id`);
  return rows.map((row) => toSettings(row, parsedOf(pool)));
}

type Stored = {
  siteId: string;
  version: number;
  settings: unknown;
  changedAt: Date;
  changedBy: string;
  isRemoved: boolean;
};

const stored = `select site_id as "siteId", version, settings, changed_at as "changedAt", changed_by as "changedBy",
  removed_at is not null as "isRemoved" from site_energy`;

type Parsed = Map<string, { version: number; changedAt: string; settings: SiteEnergy }>;

/** Of each site the version that was parsed last: what the planner computes of its tree is kept as long as the tree is the same one. */
const parsed = new WeakMap<Pool, Parsed>();

function parsedOf(pool: Pool): Parsed {
  const known = parsed.get(pool) ?? new Map();
  parsed.set(pool, known);
  return known;
}

/** What was written by an earlier release is read by today's schema: a field that came since has its default. */
function toSettings({ settings: written, changedAt: at, ...row }: Stored, known: Parsed): KnownSettings {
  const changedAt = at.toISOString();
  const before = known.get(row.siteId);
  const isKnown = before?.version === row.version && before.changedAt === changedAt;
  const settings = isKnown ? before.settings : siteEnergy.parse(written);
  known.set(row.siteId, { version: row.version, changedAt, settings });
  return { ...settings, ...row, changedAt };
}
