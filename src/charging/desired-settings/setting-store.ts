import type { Pool } from 'pg';
import type { DesiredSettingName, DesiredSettingState } from '#contract/stations/desired-setting.ts';
import type { OfflinePolicy } from '#contract/stations/site.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { VariablePlace } from '#contract/stations/variables.ts';
import { tableProjection } from '../rows.ts';
import { placeLists, placeNames } from '../variables/place-columns.ts';

export type SettingRow = {
  stationId: string;
  name: DesiredSettingName;
  wanted: string;
  state: DesiredSettingState;
  said: string | null;
  since: Date;
  triedAt: Date;
  nextTryAt: Date | null;
};

export const settingRows = tableProjection<SettingRow>({
  name: 'desired settings',
  table: 'desired_setting',
  key: ['stationId', 'name'],
});

export type SettingStation = {
  stationId: string;
  isOnline: boolean;
  version: OcppVersion;
  bootedAt: Date | null;
  offlinePolicy: OfflinePolicy | null;
  tariffFallbackText: string | null;
  costFallbackText: string | null;
};

export type KeptStation = SettingStation & { rows: ReadonlyMap<DesiredSettingName, SettingRow> };

type Stored = SettingStation & { rows: Timeless[] | null };
type Timeless = Omit<SettingRow, 'stationId' | 'since' | 'triedAt' | 'nextTryAt'> & {
  since: string;
  triedAt: string;
  nextTryAt: string | null;
};

/** `ids` null: of all that are online here. */
export async function readSettingStations(
  pool: Pool,
  { nodeId, ids }: { nodeId: string; ids: readonly string[] | null },
): Promise<KeptStation[]> {
  const { rows } = await pool.query<Stored>(
    `select station.id as "stationId", coalesce(link_node = $1 and offline_reason is null, false) as "isOnline",
       coalesce(link_version, '1.6') as version, booted_at as "bootedAt", offline_policy as "offlinePolicy",
       tariff_fallback_text as "tariffFallbackText", cost_fallback_text as "costFallbackText",
       (select json_agg(json_build_object('name', kept.name, 'wanted', wanted, 'state', state, 'said', said, 'since', since,
          'triedAt', tried_at, 'nextTryAt', next_try_at))
        from desired_setting as kept where kept.station_id = station.id) as rows
     from station
     left join station_place on station_place.station_id = station.id
     left join site on site.id = station_place.site_id
     where ${ids === null ? 'link_node = $1 and offline_reason is null' : 'station.id = any($2)'}
     order by station.id collate "C"`,
    ids === null ? [nodeId] : [nodeId, ids],
  );
  return rows.map(({ rows: kept, ...station }) => ({ ...station, rows: byName(station.stationId, kept ?? []) }));
}

function byName(stationId: string, rows: readonly Timeless[]): Map<DesiredSettingName, SettingRow> {
  return new Map(
    rows.map(({ since, triedAt, nextTryAt, ...row }) => [
      row.name,
      {
        stationId,
        ...row,
        since: new Date(since),
        triedAt: new Date(triedAt),
        nextTryAt: nextTryAt === null ? null : new Date(nextTryAt),
      },
    ]),
  );
}

export type SealedGroup = { id: string; value: Buffer; secret: Buffer };

/** The oldest of the groups whose tokens end anyone's session: a station can hold one (C16). */
export async function readMasterPass(pool: Pool): Promise<SealedGroup | undefined> {
  const { rows } = await pool.query<SealedGroup>(
    `select token_group.id, value, secret from token_group join person_key on person_key.id = key_id
     where is_master_pass and not is_blocked order by token_group.created_at, token_group.id limit 1`,
  );
  return rows[0];
}

export type KnownValue = { value: string | null; learnedAt: Date };

export async function readKnown(
  pool: Pool,
  asked: readonly { stationId: string; place: VariablePlace }[],
): Promise<(KnownValue | undefined)[]> {
  if (asked.length === 0) return [];
  const { rows } = await pool.query<KnownValue & { index: number }>(
    `select value, learned_at as "learnedAt", index::integer
     from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::text[], $7::text[]) with ordinality as wanted (station_id, ${placeNames}, index)
     join variable using (station_id, ${placeNames})
     where attribute = 'actual'`,
    [asked.map(({ stationId }) => stationId), ...placeLists(asked)],
  );
  const known = new Map(rows.map((row) => [row.index - 1, row]));
  return asked.map((_place, index) => known.get(index));
}
