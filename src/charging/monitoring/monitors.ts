import type { Pool } from 'pg';
import type { Monitor, MonitoringBase, MonitorOrigin, MonitorType } from '#contract/stations/monitoring.ts';
import type { VariablePlace } from '#contract/stations/variables.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { placeName } from '../variables/place.ts';
import {
  type PlaceRow,
  parameters,
  placeColumns,
  placeNames,
  placeOf,
  placeTypes,
} from '../variables/place-columns.ts';

/** A monitor as the station has it. */
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

const columns = `station_id, id, ${placeNames}, type, value, severity, only_during_session, origin, learned_by, learned_at`;
const types = [
  'text',
  'bigint',
  ...placeTypes,
  ...['text', 'double precision', 'integer', 'boolean', 'text', 'text', 'timestamptz'],
];

export const monitors: Projection<MonitorRow> = {
  name: 'monitors',
  identity: (row) => `${row.stationId}\n${row.id}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into monitor as known (${columns}) select * from unnest(${parameters(types)})
       on conflict (station_id, id) do update
         set (${columns}) = (select excluded.station_id, excluded.id, excluded.component, excluded.component_instance,
           excluded.evse_id, excluded.connector_id, excluded.variable, excluded.variable_instance, excluded.type,
           excluded.value, excluded.severity, excluded.only_during_session, coalesce(excluded.origin, known.origin),
           excluded.learned_by, excluded.learned_at)`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.id),
        ...placeColumns(rows),
        rows.map((row) => row.type),
        rows.map((row) => row.value),
        rows.map((row) => row.severity),
        rows.map((row) => row.onlyDuringSession),
        rows.map((row) => row.origin),
        rows.map((row) => row.learnedBy),
        rows.map((row) => row.learnedAt.toISOString()),
      ],
    );
  },
};

export type ClearedRow = { stationId: string; id: number };

export const clearedMonitors: Projection<ClearedRow> = {
  name: 'cleared monitors',
  identity: (row) => `${row.stationId}\n${row.id}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `delete from monitor using unnest($1::text[], $2::bigint[]) as cleared (station_id, id)
       where monitor.station_id = cleared.station_id and monitor.id = cleared.id`,
      [rows.map((row) => row.stationId), rows.map((row) => row.id)],
    );
  },
};

/** Monitors the station gave up by itself: those of an origin, or all that a whole report no longer named. */
export type DroppedRow = { stationId: string; origins: readonly MonitorOrigin[] } | { stationId: string; before: Date };

export const droppedMonitors: Projection<DroppedRow> = {
  name: 'dropped monitors',
  identity: (row) => row.stationId,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `delete from monitor using unnest($1::text[], $2::text[], $3::timestamptz[]) as dropped (station_id, origins, before)
       where monitor.station_id = dropped.station_id
         and (origin = any(string_to_array(dropped.origins, ',')) or learned_at < dropped.before)`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => ('origins' in row ? row.origins.join(',') : null)),
        rows.map((row) => ('before' in row ? row.before.toISOString() : null)),
      ],
    );
  },
};

export type SettingRow = { stationId: string; base: MonitoringBase | null; level: number | null };

export const monitoringSettings: Projection<SettingRow> = {
  name: 'monitoring settings',
  identity: (row) => row.stationId,
  merge: (earlier, later) => ({
    ...later,
    base: later.base ?? earlier.base,
    level: later.level ?? earlier.level,
  }),
  async write(client, rows) {
    await client.query(
      `insert into monitoring_setting as known (station_id, base, level)
       select * from unnest($1::text[], $2::text[], $3::integer[])
       on conflict (station_id) do update
         set base = coalesce(excluded.base, known.base), level = coalesce(excluded.level, known.level)`,
      [rows.map((row) => row.stationId), rows.map((row) => row.base), rows.map((row) => row.level)],
    );
  },
};

type Row = PlaceRow & {
  id: number;
  type: MonitorType;
  value: number;
  severity: number;
  only_during_session: boolean;
  origin: MonitorOrigin | null;
  learned_by: Monitor['learnedBy'];
  learned_at: Date;
};

export async function readMonitors(pool: Pool, stationId: string): Promise<Monitor[]> {
  const { rows } = await pool.query<Row>('select * from monitor where station_id = $1 order by id', [stationId]);
  return rows.map((row) => {
    const place = placeOf(row);
    return {
      ...place,
      id: row.id,
      name: placeName(place),
      type: row.type,
      value: row.value,
      severity: row.severity,
      onlyDuringSession: row.only_during_session,
      origin: row.origin,
      learnedBy: row.learned_by,
      learnedAt: row.learned_at.toISOString(),
    };
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
