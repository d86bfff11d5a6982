import type { Pool } from 'pg';
import { readRows, tableProjection } from '../../rows.ts';
import type { Finding } from './judge-delivery.ts';

/** By which purpose plans are sent to a station, in the order in which they are tried. */
export const planPurposes = ['tx-profile', 'tx-default-profile', 'charging-station-max-profile'] as const;
export type PlanPurpose = (typeof planPurposes)[number];

export type LearnedAbilities = {
  stationId: string;
  findings: readonly Finding[];
  pilotsA: readonly number[] | null;
  purpose: PlanPurpose;
  checkedAt: Date;
};

export const learnedAbilities = tableProjection<LearnedAbilities>({
  name: 'station charging abilities',
  table: 'station_charging_ability',
  key: ['stationId'],
});

export async function readAbilities(pool: Pool, stationIds: readonly string[]): Promise<Map<string, LearnedAbilities>> {
  const rows = await readRows<Omit<LearnedAbilities, 'checkedAt'> & { checkedAt: string }>(
    pool,
    'select station_id, findings, pilots_a, purpose, checked_at from station_charging_ability where station_id = any($1::text[])',
    [stationIds],
  );
  return new Map(
    rows.map((row) => [row.stationId, { ...row, pilotsA: row.pilotsA ?? null, checkedAt: new Date(row.checkedAt) }]),
  );
}
