import type { Pool } from 'pg';
import type { DerAlarm, DerStartStop, DerView, KeptDerControl } from '#contract/energy/der.ts';
import { fromColumns, readRows, type Row } from '../rows.ts';
import { toSettings } from './control-columns.ts';

export async function readDer(pool: Pool, stationId: string): Promise<DerView> {
  const [controls, points, alarms, startStops] = await Promise.all([
    pool.query<Row>(
      'select * from der_control where station_id = $1 order by state, type, is_default, priority, control_id limit 1000',
      [stationId],
    ),
    readRows<Point>(
      pool,
      'select control_id, x, y from der_curve_point where station_id = $1 order by control_id, position',
      [stationId],
    ),
    readRows<DerAlarm>(
      pool,
      `select type, fault, raised_at, ended_at, info
       from der_alarm where station_id = $1 order by raised_at desc limit 1000`,
      [stationId],
    ),
    readRows<DerStartStop>(
      pool,
      `select control_id, at, has_started, superseded_ids
       from der_start_stop where station_id = $1 order by at desc, has_started limit 1000`,
      [stationId],
    ),
  ]);
  return { controls: controls.rows.map((row) => toControl(row, points)), alarms, startStops };
}

type Point = { controlId: string; x: number; y: number };

function toControl(row: Row, points: readonly Point[]): KeptDerControl {
  const stored = fromColumns(row) as Row & KeptDerControl;
  const { controlId, type, isDefault, priority, startsAt, durationSeconds } = stored;
  const curve = points.filter((point) => point.controlId === controlId).map(({ x, y }) => ({ x, y }));
  return {
    controlId,
    type,
    isDefault,
    priority,
    ...(startsAt !== undefined && { startsAt }),
    ...(durationSeconds !== undefined && { durationSeconds }),
    ...toSettings(stored, curve),
    state: stored.state,
    since: stored.since,
    isSuperseded: stored.isSuperseded,
    isRunning: stored.isRunning ?? null,
    reportedAt: stored.reportedAt ?? null,
  };
}
