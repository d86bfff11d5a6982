import type { Pool } from 'pg';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { readRows, tableProjection } from '../../rows.ts';
import type { PlanPurpose } from '../profiles/compile-profiles.ts';
import type { Finding } from './judge-delivery.ts';

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

export async function keepAbilities(ledger: Ledger, learned: LearnedAbilities): Promise<void> {
  const { stationId, findings, pilotsA, purpose, checkedAt } = learned;
  await ledger.commit({
    events: [
      {
        kind: 'station-abilities-learned',
        stationId,
        happenedAt: checkedAt,
        body: { findings, pilotsA, purpose },
      },
    ],
    writes: [write(learnedAbilities, learned)],
  });
}

export type KnownAbilities = LearnedAbilities & { isOfModel: boolean };

type Row = Omit<KnownAbilities, 'checkedAt' | 'pilotsA'> & { checkedAt: string; pilotsA?: number[] };

/** What was learned of each station; of one that nobody watched yet, what the latest of the same vendor and model taught. */
export async function readAbilities(pool: Pool, stationIds: readonly string[]): Promise<Map<string, KnownAbilities>> {
  const rows = await readRows<Row>(
    pool,
    `select distinct on (station.id) station.id as station_id, ability.findings, ability.pilots_a, ability.purpose,
       ability.checked_at, ability.station_id <> station.id as is_of_model
     from station
     join station as twin on twin.id = station.id or (twin.vendor = station.vendor and twin.model = station.model)
     join station_charging_ability as ability on ability.station_id = twin.id
     where station.id = any($1::text[])
     order by station.id, ability.station_id <> station.id, ability.checked_at desc`,
    [stationIds],
  );
  return new Map(
    rows.map((row) => [row.stationId, { ...row, pilotsA: row.pilotsA ?? null, checkedAt: new Date(row.checkedAt) }]),
  );
}
