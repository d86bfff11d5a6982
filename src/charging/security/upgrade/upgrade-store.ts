import type { Pool } from 'pg';
import type { SecurityUpgrade } from '#contract/stations/security-upgrade.ts';
import { readRows, tableProjection } from '../../rows.ts';

type UpgradeRow = Omit<SecurityUpgrade, 'askedAt' | 'stepSince'> & { askedAt: Date; stepSince: Date };

export const securityUpgrades = tableProjection<UpgradeRow>({
  name: 'security upgrades',
  table: 'security_upgrade',
  key: ['stationId'],
});

const columns =
  'station_id, from_profile, to_profile, steps, steps_done, state, attempts, reason, asked_at, asked_by, step_since';

export async function readUpgrade(pool: Pool, stationId: string): Promise<SecurityUpgrade | undefined> {
  const text = `select ${columns} from security_upgrade where station_id = $1`;
  return (await readRows<SecurityUpgrade>(pool, text, [stationId]))[0];
}

/** Who is on the way, also of runs before this one. */
export async function readRunning(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ station_id: string }>(
    "select station_id from security_upgrade where state = 'running'",
  );
  return new Set(rows.map(({ station_id: id }) => id));
}
