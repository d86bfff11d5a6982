import type { Pool } from 'pg';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../../change-entry.ts';
import { readRows, tableProjection } from '../../rows.ts';
import type { PlanPurpose } from '../profiles/profile-abilities.ts';
import type { Finding } from './judge-delivery.ts';

export type LearnedAbilities = {
  stationId: string;
  findings: readonly Finding[];
  pilotsA: readonly number[] | null;
  purpose: PlanPurpose;
  checkedAt: Date;
  /** When the currents were learned. Absent: with the rest. */
  pilotsAt?: Date | null;
  /** Of which firmware it was learned; null: the station does not tell. */
  firmwareVersion?: string | null;
};

export const learnedAbilities = tableProjection<LearnedAbilities>({
  name: 'station charging abilities',
  table: 'station_charging_ability',
  key: ['stationId'],
});

export async function keepAbilities(ledger: Ledger, learned: LearnedAbilities, by?: Actor): Promise<void> {
  const { stationId, findings, pilotsA, purpose, checkedAt } = learned;
  await ledger.commit({
    events: [
      {
        kind: 'station-abilities-learned',
        stationId,
        happenedAt: checkedAt,
        ...(by !== undefined && { principal: actorName(by) }),
        body: { findings, pilotsA, purpose },
      },
    ],
    writes: [write(learnedAbilities, learned)],
    audit: by === undefined ? [] : [auditOf('unlearn-station', stationId, by, {})],
  });
}

export type KnownAbilities = LearnedAbilities & { isOfModel: boolean };

type Row = Omit<KnownAbilities, 'checkedAt' | 'pilotsAt' | 'pilotsA' | 'findings' | 'purpose'> &
  Partial<Pick<KnownAbilities, 'findings' | 'purpose'>> & { checkedAt?: string; pilotsAt?: string; pilotsA?: number[] };

/**
 * What was learned of each station; of one that nobody watched yet, what the latest of the same vendor and model taught. Of another
 * firmware nothing counts.
 */
export async function readAbilities(pool: Pool, stationIds: readonly string[]): Promise<Map<string, KnownAbilities>> {
  const rows = await readRows<Row>(
    pool,
    `select distinct on (station.id) station.id as station_id, station.firmware_version, ability.findings, ability.pilots_a,
       ability.purpose, ability.checked_at, ability.pilots_at,
       coalesce(ability.station_id <> station.id, false) as is_of_model
     from station
     left join (station_charging_ability as ability join station as twin on twin.id = ability.station_id)
       on (twin.id = station.id or (twin.vendor = station.vendor and twin.model = station.model))
         and coalesce(ability.firmware_version = station.firmware_version, true)
     where station.id = any($1::text[])
     order by station.id, ability.station_id <> station.id, ability.checked_at desc`,
    [stationIds],
  );
  return new Map(rows.map((row) => [row.stationId, knownFrom(row)]));
}

function knownFrom({ stationId, firmwareVersion = null, isOfModel, checkedAt, pilotsAt, ...row }: Row): KnownAbilities {
  const at = checkedAt === undefined ? new Date(0) : new Date(checkedAt);
  return {
    stationId,
    findings: row.findings ?? [],
    pilotsA: row.pilotsA ?? null,
    purpose: row.purpose ?? 'tx-profile',
    checkedAt: at,
    pilotsAt: pilotsAt === undefined ? at : new Date(pilotsAt),
    firmwareVersion,
    isOfModel,
  };
}
