import type { Pool } from 'pg';
import type {
  AfrrSignal,
  CompositeSchedule,
  EvSchedule,
  ExternalLimit,
  KeptSchedule,
  PriorityCharging,
} from '#contract/energy/schedule.ts';
import { fromColumns, type Row } from '../put-rows.ts';
import { isWithin } from './is-within.ts';
import { planOwner, readPlans } from './rate-plans.ts';

type StoredSchedule = Omit<KeptSchedule, 'periods' | 'unit' | 'reportedAt'> & {
  reportedAt?: string;
  sessionEndedAt?: string;
};

/** What is planned and what holds first, then what is gone; in the order of their places and levels. */
export async function readSchedules(pool: Pool, stationId: string): Promise<KeptSchedule[]> {
  const [{ rows }, plans] = await Promise.all([
    pool.query<Row>(
      `select schedule.*, session.ended_at as session_ended_at
       from charging_schedule as schedule
       left join session on session.station_id = schedule.station_id and session.ref = schedule.session_ref
         and session.state = 'ended'
       where schedule.station_id = $1
       order by schedule.state = 'cleared' or session.id is not null, schedule.evse_id, purpose, stack_level desc, schedule_id
       limit 1000`,
      [stationId],
    ),
    readPlans(pool, stationId, 'schedule'),
  ]);
  return rows.flatMap((row) => {
    const { sessionEndedAt, ...stored } = fromColumns(row, ['station_id', 'report_id']) as StoredSchedule;
    const [plan, ...alternatives] = plans.get(planOwner.schedule(stored.scheduleId)) ?? [];
    if (plan === undefined) return [];
    const others = alternatives.length > 0 ? { alternatives } : {};
    // The schedule of a session ends with it; stations do not tell (K01).
    const isOver = stored.state === 'active' && sessionEndedAt !== undefined;
    const over = isOver ? { state: 'cleared' as const, since: sessionEndedAt } : {};
    return [{ ...stored, ...plan, ...others, reportedAt: stored.reportedAt ?? null, ...over }];
  });
}

export async function readComposites(pool: Pool, stationId: string, now: Date): Promise<CompositeSchedule[]> {
  const [{ rows }, plans] = await Promise.all([
    pool.query<{ evse_id: number; read_at: Date }>(
      'select evse_id, read_at from composite_schedule where station_id = $1 order by evse_id',
      [stationId],
    ),
    readPlans(pool, stationId, 'composite'),
  ]);
  return rows.flatMap(({ evse_id: evseId, read_at: readAt }) =>
    (plans.get(planOwner.composite(evseId)) ?? []).map((plan) => ({
      evseId,
      ...plan,
      readAt: readAt.toISOString(),
      ageSeconds: (now.getTime() - readAt.getTime()) / 1000,
    })),
  );
}

/** Those in force first. */
export async function readLimits(pool: Pool, stationId: string): Promise<ExternalLimit[]> {
  const [{ rows }, plans] = await Promise.all([
    pool.query<Row>(
      'select * from external_limit where station_id = $1 order by cleared_at is not null, evse_id, source limit 1000',
      [stationId],
    ),
    readPlans(pool, stationId, 'limit'),
  ]);
  return rows.map((row) => {
    const stored = fromColumns(row, ['station_id']) as Partial<ExternalLimit> &
      Pick<ExternalLimit, 'evseId' | 'source' | 'setAt'>;
    return {
      isGridCritical: null,
      isLocalGeneration: null,
      clearedAt: null,
      ...stored,
      plans: plans.get(planOwner.limit(stored.evseId, stored.source)) ?? [],
    };
  });
}

export async function readAfrrSignal(pool: Pool, stationId: string): Promise<AfrrSignal | null> {
  const { rows } = await pool.query<Row>('select signal, at, sent_at from afrr_signal where station_id = $1', [
    stationId,
  ]);
  return rows.map((row) => fromColumns(row) as AfrrSignal)[0] ?? null;
}

/** Each beside the schedule that its EVSE has for the session now. */
export async function readEvSchedules(pool: Pool, stationId: string): Promise<EvSchedule[]> {
  const [{ rows }, plans, schedules] = await Promise.all([
    pool.query<Row>('select * from ev_schedule where station_id = $1 order by evse_id', [stationId]),
    readPlans(pool, stationId, 'car'),
    readSchedules(pool, stationId),
  ]);
  const given = schedules.filter(({ purpose, state }) => purpose === 'session' && state === 'active');
  return rows.flatMap((row) => {
    const stored = fromColumns(row, ['station_id']) as Omit<EvSchedule, 'plan' | 'isWithinSchedule'>;
    const ours = given.find(({ evseId }) => evseId === stored.evseId);
    const offered = ours === undefined ? [] : [ours, ...(ours.alternatives ?? [])];
    const chosen = offered[(stored.chosenPlan ?? 1) - 1];
    return (plans.get(planOwner.car(stored.evseId)) ?? []).map((plan) => ({
      ...notTold,
      ...stored,
      plan,
      isWithinSchedule: chosen === undefined ? null : isWithin(plan, chosen, new Date(stored.timeBase)),
    }));
  });
}

const notTold = { chosenPlan: null, acceptsPowerTolerance: null };

/** Newest first. */
export async function readPriorityCharging(pool: Pool, stationId: string): Promise<PriorityCharging[]> {
  const { rows } = await pool.query<Row>(
    'select * from priority_charging where station_id = $1 order by changed_at desc limit 1000',
    [stationId],
  );
  return rows.map((row) => fromColumns(row, ['station_id']) as PriorityCharging);
}
