import type { Pool } from 'pg';
import type { Monitor, MonitoringBase, MonitorOrigin, MonitorType } from '#contract/stations/monitoring.ts';
import type { VariablePlace } from '#contract/stations/variables.ts';
import { deleteProjection, readRows, statementProjection, tableProjection } from '../rows.ts';
import { placeName } from '../variables/place.ts';
import { inColumns, type PlaceColumns, placeNames, splitPlace } from '../variables/place-columns.ts';

export type KnownMonitor = {
  id: number;
  place: VariablePlace;
  type: MonitorType;
  value: number;
  severity: number;
  onlyDuringSession: boolean;
  origin: MonitorOrigin | null;
};

export type MonitorRow = KnownMonitor & { stationId: string; learnedBy: Monitor['learnedBy']; learnedAt: Date };

export const monitors = tableProjection<MonitorRow>({
  name: 'monitors',
  table: 'monitor',
  key: ['stationId', 'id'],
  columns: ({ place, ...row }) => ({ ...inColumns(place), ...row }),
  set: { origin: 'coalesce(excluded.origin, known.origin)' },
});

export const clearedMonitors = deleteProjection<{ stationId: string; id: number }>({
  name: 'cleared monitors',
  table: 'monitor',
  key: ['stationId', 'id'],
});

/** Monitors the station gave up by itself: those of an origin, or all that a whole report no longer named. */
export type DroppedRow = { stationId: string; origins: readonly MonitorOrigin[] } | { stationId: string; before: Date };

export const droppedMonitors = statementProjection<DroppedRow>({
  name: 'dropped monitors',
  key: ['stationId'],
  statement: `delete from monitor using unnest($1::text[], $2::text[], $3::timestamptz[]) as dropped (station_id, origins, before)
     where monitor.station_id = dropped.station_id
       and (origin = any(string_to_array(dropped.origins, ',')) or learned_at < dropped.before)`,
  fields: [
    'stationId',
    (row) => ('origins' in row ? row.origins.join(',') : null),
    (row) => ('before' in row ? row.before : null),
  ],
});

export type SettingRow = { stationId: string; base: MonitoringBase | null; level: number | null };

export const monitoringSettings = tableProjection<SettingRow>({
  name: 'monitoring settings',
  table: 'monitoring_setting',
  key: ['stationId'],
  merge: (earlier, later) => ({ ...later, base: later.base ?? earlier.base, level: later.level ?? earlier.level }),
  set: { base: 'coalesce(excluded.base, known.base)', level: 'coalesce(excluded.level, known.level)' },
});

type Row = PlaceColumns & Omit<Monitor, 'name' | keyof PlaceColumns>;

export async function readMonitors(pool: Pool, stationId: string): Promise<Monitor[]> {
  const rows = await readRows<Row>(
    pool,
    `select id, ${placeNames}, type, value, severity, only_during_session, origin, learned_by, learned_at
     from monitor where station_id = $1 order by id`,
    [stationId],
  );
  return rows.map((row) => {
    const { place, rest } = splitPlace(row);
    return { ...place, name: placeName(place), ...rest };
  });
}

export async function readMonitoringSetting(
  pool: Pool,
  stationId: string,
): Promise<{ base: MonitoringBase | null; level: number | null }> {
  const { rows } = await pool.query<{ base: MonitoringBase | null; level: number | null }>(
    'select base, level from monitoring_setting where station_id = $1',
    [stationId],
  );
  return rows[0] ?? { base: null, level: null };
}
