import type { Pool } from 'pg';
import type {
  AfrrSignal,
  CompositeSchedule,
  EvSchedule,
  ExternalLimit,
  PriorityCharging,
  StoredChargingProfile,
} from '#contract/energy/charging-profile.ts';
import { fromColumns, type Row, readRows } from '../rows.ts';
import { readSchedules, scheduleOwner } from './charging-schedules.ts';
import { isWithin } from './is-within.ts';

type StoredRow = Omit<StoredChargingProfile, 'periods' | 'unit' | 'reportedAt'> & {
  reportedAt?: string;
  sessionEndedAt?: string;
};

/** What is planned and what holds first, then what is gone; in the order of their places and levels. */
export async function readChargingProfiles(pool: Pool, stationId: string): Promise<StoredChargingProfile[]> {
  const [{ rows }, schedules] = await Promise.all([
    pool.query<Row>(
      `select profile.*, session.ended_at as session_ended_at
       from charging_profile as profile
       left join session on session.station_id = profile.station_id and session.ref = profile.session_ref
         and session.state = 'ended'
       where profile.station_id = $1
       order by profile.state = 'cleared' or session.id is not null, profile.evse_id, purpose, stack_level desc, charging_profile_id
       limit 1000`,
      [stationId],
    ),
    readSchedules(pool, stationId, 'profile'),
  ]);
  return rows.flatMap((row) => {
    const { sessionEndedAt, ...stored } = fromColumns(row, ['station_id', 'report_id']) as StoredRow;
    const [schedule, ...alternatives] = schedules.get(scheduleOwner.profile(stored.chargingProfileId)) ?? [];
    if (schedule === undefined) return [];
    const others = alternatives.length > 0 ? { alternatives } : {};
    // The profile of a session ends with it; stations do not tell (K01).
    const isOver = stored.state === 'active' && sessionEndedAt !== undefined;
    const over = isOver ? { state: 'cleared' as const, since: sessionEndedAt } : {};
    return [{ ...stored, ...schedule, ...others, reportedAt: stored.reportedAt ?? null, ...over }];
  });
}

export async function readComposites(pool: Pool, stationId: string, now: Date): Promise<CompositeSchedule[]> {
  const [rows, schedules] = await Promise.all([
    readRows<Pick<CompositeSchedule, 'evseId' | 'readAt'>>(
      pool,
      'select evse_id, read_at from composite_schedule where station_id = $1 order by evse_id',
      [stationId],
    ),
    readSchedules(pool, stationId, 'composite'),
  ]);
  return rows.flatMap(({ evseId, readAt }) =>
    (schedules.get(scheduleOwner.composite(evseId)) ?? []).map((schedule) => ({
      evseId,
      ...schedule,
      readAt,
      ageSeconds: (now.getTime() - Date.parse(readAt)) / 1000,
    })),
  );
}

export async function readLimits(pool: Pool, stationId: string): Promise<ExternalLimit[]> {
  const [rows, schedules] = await Promise.all([
    readRows<Omit<ExternalLimit, 'schedules'>>(
      pool,
      `select evse_id, source, is_grid_critical, is_local_generation, set_at, cleared_at
       from external_limit where station_id = $1 order by cleared_at is not null, evse_id, source limit 1000`,
      [stationId],
    ),
    readSchedules(pool, stationId, 'limit'),
  ]);
  return rows.map((row) => ({ ...row, schedules: schedules.get(scheduleOwner.limit(row.evseId, row.source)) ?? [] }));
}

export async function readAfrrSignal(pool: Pool, stationId: string): Promise<AfrrSignal | null> {
  const text = 'select signal, at, sent_at from afrr_signal where station_id = $1';
  return (await readRows<AfrrSignal>(pool, text, [stationId]))[0] ?? null;
}

/** Each beside the profile that its EVSE has for the session now. */
export async function readEvSchedules(pool: Pool, stationId: string): Promise<EvSchedule[]> {
  const [rows, schedules, profiles] = await Promise.all([
    readRows<Omit<EvSchedule, 'schedule' | 'isWithinChargingProfile'>>(
      pool,
      `select evse_id, time_base, chosen_schedule, accepts_power_tolerance, told_at
       from ev_schedule where station_id = $1 order by evse_id`,
      [stationId],
    ),
    readSchedules(pool, stationId, 'car'),
    readChargingProfiles(pool, stationId),
  ]);
  const given = profiles.filter(({ purpose, state }) => purpose === 'tx-profile' && state === 'active');
  return rows.flatMap((row) => {
    const ours = given.find(({ evseId }) => evseId === row.evseId);
    const offered = ours === undefined ? [] : [ours, ...(ours.alternatives ?? [])];
    const chosen = offered[(row.chosenSchedule ?? 1) - 1];
    return (schedules.get(scheduleOwner.car(row.evseId)) ?? []).map((schedule) => ({
      ...row,
      schedule,
      isWithinChargingProfile: chosen === undefined ? null : isWithin(schedule, chosen, new Date(row.timeBase)),
    }));
  });
}

export async function readPriorityCharging(pool: Pool, stationId: string): Promise<PriorityCharging[]> {
  return readRows(
    pool,
    `select session_ref, is_active, changed_at, changed_by
     from priority_charging where station_id = $1 order by changed_at desc limit 1000`,
    [stationId],
  );
}
