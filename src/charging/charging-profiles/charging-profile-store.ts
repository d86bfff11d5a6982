import type { Pool } from 'pg';
import type {
  AfrrSignal,
  CompositeSchedule,
  EvSchedule,
  ExternalLimit,
  PriorityCharging,
  StoredChargingProfile,
} from '#contract/energy/charging-profile.ts';
import { fromColumns, type Row } from '../put-rows.ts';
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
  const [{ rows }, schedules] = await Promise.all([
    pool.query<{ evse_id: number; read_at: Date }>(
      'select evse_id, read_at from composite_schedule where station_id = $1 order by evse_id',
      [stationId],
    ),
    readSchedules(pool, stationId, 'composite'),
  ]);
  return rows.flatMap(({ evse_id: evseId, read_at: readAt }) =>
    (schedules.get(scheduleOwner.composite(evseId)) ?? []).map((schedule) => ({
      evseId,
      ...schedule,
      readAt: readAt.toISOString(),
      ageSeconds: (now.getTime() - readAt.getTime()) / 1000,
    })),
  );
}

/** Those in force first. */
export async function readLimits(pool: Pool, stationId: string): Promise<ExternalLimit[]> {
  const [{ rows }, schedules] = await Promise.all([
    pool.query<Row>(
      'select * from external_limit where station_id = $1 order by cleared_at is not null, evse_id, source limit 1000',
      [stationId],
    ),
    readSchedules(pool, stationId, 'limit'),
  ]);
  return rows.map((row) => {
    const stored = fromColumns(row, ['station_id']) as Partial<ExternalLimit> &
      Pick<ExternalLimit, 'evseId' | 'source' | 'setAt'>;
    return {
      isGridCritical: null,
      isLocalGeneration: null,
      clearedAt: null,
      ...stored,
      schedules: schedules.get(scheduleOwner.limit(stored.evseId, stored.source)) ?? [],
    };
  });
}

export async function readAfrrSignal(pool: Pool, stationId: string): Promise<AfrrSignal | null> {
  const { rows } = await pool.query<Row>('select signal, at, sent_at from afrr_signal where station_id = $1', [
    stationId,
  ]);
  return rows.map((row) => fromColumns(row) as AfrrSignal)[0] ?? null;
}

/** Each beside the profile that its EVSE has for the session now. */
export async function readEvSchedules(pool: Pool, stationId: string): Promise<EvSchedule[]> {
  const [{ rows }, schedules, profiles] = await Promise.all([
    pool.query<Row>('select * from ev_schedule where station_id = $1 order by evse_id', [stationId]),
    readSchedules(pool, stationId, 'car'),
    readChargingProfiles(pool, stationId),
  ]);
  const given = profiles.filter(({ purpose, state }) => purpose === 'tx-profile' && state === 'active');
  return rows.flatMap((row) => {
    const stored = fromColumns(row, ['station_id']) as Omit<EvSchedule, 'schedule' | 'isWithinChargingProfile'>;
    const ours = given.find(({ evseId }) => evseId === stored.evseId);
    const offered = ours === undefined ? [] : [ours, ...(ours.alternatives ?? [])];
    const chosen = offered[(stored.chosenSchedule ?? 1) - 1];
    return (schedules.get(scheduleOwner.car(stored.evseId)) ?? []).map((schedule) => ({
      ...notTold,
      ...stored,
      schedule,
      isWithinChargingProfile: chosen === undefined ? null : isWithin(schedule, chosen, new Date(stored.timeBase)),
    }));
  });
}

const notTold = { chosenSchedule: null, acceptsPowerTolerance: null };

/** Newest first. */
export async function readPriorityCharging(pool: Pool, stationId: string): Promise<PriorityCharging[]> {
  const { rows } = await pool.query<Row>(
    'select * from priority_charging where station_id = $1 order by changed_at desc limit 1000',
    [stationId],
  );
  return rows.map((row) => fromColumns(row, ['station_id']) as PriorityCharging);
}
