import type { Pool } from 'pg';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { ChargingCar } from '../site-inputs.ts';

/** By station, how much of what it can it may feed back, in per cent; an alarm of the grid is 0. */
type DerState = ReadonlyMap<string, { percent: number; hasAlarm: boolean }>;

/** What controls of the grid and its alarms leave of feeding back (OCPP 2.1 block R). */
export async function readDerState(pool: Pool, stationIds: readonly string[], now: Date): Promise<DerState> {
  const { rows } = await pool.query<{ id: string; percent: number; hasAlarm: boolean }>(
    `select station_id as id, min(percent)::float8 as percent, bool_or(has_alarm) as "hasAlarm" from (
       select station_id, 0 as percent, true as has_alarm from der_alarm
       where station_id = any($1::text[]) and ended_at is null
       union all
       select station_id, max_discharge_percent, false from der_control
       where station_id = any($1::text[]) and type = 'limit-max-discharge' and state = 'active' and not is_superseded
         and max_discharge_percent is not null and (starts_at is null or starts_at <= $2)
         and (duration_seconds is null or coalesce(starts_at, since) + duration_seconds * interval '1 second' > $2)
     ) as said group by station_id`,
    [stationIds, now],
  );
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** Cars feed back no more than the grid allows at their station. */
export function withinDer(cars: readonly ChargingCar[], states: DerState): ChargingCar[] {
  return cars.map((car) => {
    const state = states.get(car.stationId);
    if (state === undefined || car.discharge === null) return car;
    const maxA = (car.discharge.maxA * state.percent) / 100;
    return { ...car, discharge: maxA <= 0 ? null : { ...car.discharge, maxA } };
  });
}

export function derWarnings(states: DerState): Sentence[] {
  return [...states].flatMap(([stationId, { hasAlarm }]) =>
    hasAlarm ? [sentenceOf('energy-der-alarm', { stationId })] : [],
  );
}
