import type { Pool } from 'pg';
import type { DerAlarm, DerStartStop, DerView, KeptDerControl } from '#contract/energy/der.ts';
import { fromColumns, type Row } from '../put-rows.ts';
import { toSettings } from './control-columns.ts';

export async function readDer(pool: Pool, stationId: string): Promise<DerView> {
  const read = async (query: string) => (await pool.query<Row>(query, [stationId])).rows;
  const [controls, points, alarms, startStops] = await Promise.all([
    read(
      `select * from der_control where station_id = $1 order by state, type, is_default, priority, control_id limit 1000`,
    ),
    read('select * from der_curve_point where station_id = $1 order by control_id, position'),
    read('select * from der_alarm where station_id = $1 order by raised_at desc limit 1000'),
    read('select * from der_start_stop where station_id = $1 order by at desc, has_started limit 1000'),
  ]);
  return {
    controls: controls.map((row) => toControl(row, points)),
    alarms: alarms.map((row) => ({ ...noAlarm, ...(fromColumns(row, ['station_id']) as DerAlarm) })),
    startStops: startStops.map((row) => fromColumns(row, ['station_id']) as DerStartStop),
  };
}

const noAlarm = { fault: null, endedAt: null, info: null };

function toControl(row: Row, points: readonly Row[]): KeptDerControl {
  const stored = fromColumns(row) as Row & KeptDerControl;
  const { controlId, type, isDefault, priority, startsAt, durationSeconds } = stored;
  const curve = points.filter((point) => point['control_id'] === controlId);
  return {
    controlId,
    type,
    isDefault,
    priority,
    ...(startsAt !== undefined && { startsAt }),
    ...(durationSeconds !== undefined && { durationSeconds }),
    ...toSettings(
      stored,
      curve.map((point) => ({ x: Number(point['x']), y: Number(point['y']) })),
    ),
    state: stored.state,
    since: stored.since,
    isSuperseded: stored.isSuperseded,
    isRunning: stored.isRunning ?? null,
    reportedAt: stored.reportedAt ?? null,
  };
}
