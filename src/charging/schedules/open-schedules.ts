import type { EvNeedsList } from '#contract/energy/ev-needs.ts';
import type {
  CompositeSchedule,
  EvSchedule,
  KeptSchedule,
  LimitList,
  PriorityCharging,
  RatePlan,
  RateUpdate,
  Schedule,
} from '#contract/energy/schedule.ts';
import type { WantedSchedule } from '#contract/energy/wanted-schedule.ts';
import type { Actor } from '#principals/actor.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import { readAllowedTransfers, readEvNeeds } from './ev-needs-store.ts';
import type { AllowedRow, Decision, EvScheduleReport, NeedsReport, PriorityRow } from './ev-projections.ts';
import type { AfrrRow, LimitRelease, LimitReport } from './limit-projections.ts';
import { recordAllowed, recordEvSchedule, recordNeeds, recordPriority } from './record-ev.ts';
import { recordAfrrSignal, recordLimit, recordLimitReleased } from './record-limits.ts';
import {
  dropPlanned,
  findDynamic,
  numberInUse,
  planSchedule,
  pullUpdate,
  type ReportedSchedules,
  recordCleared,
  recordComposite,
  recordNoneHeld,
  recordReported,
  recordSet,
  recordUpdate,
  type TakenSchedule,
} from './record-schedules.ts';
import type { ScheduleNeeds } from './schedule-needs.ts';
import type { ScheduleChoice } from './schedule-projections.ts';
import {
  readAfrrSignal,
  readComposites,
  readEvSchedules,
  readLimits,
  readPriorityCharging,
  readSchedules,
} from './schedule-store.ts';

export type Schedules = {
  // What stations took of what we asked.
  recordSet(taken: TakenSchedule): Promise<void>;
  recordCleared(cleared: { stationId: string; choice: ScheduleChoice }): Promise<void>;
  recordNoneHeld(report: { stationId: string; requestId: number; choice: ScheduleChoice }): Promise<void>;
  recordComposite(read: { stationId: string; evseId: number; plan: RatePlan }): Promise<void>;
  recordUpdate(update: { stationId: string; scheduleId: number; rates: RateUpdate }): Promise<void>;
  recordAllowed(allowed: Omit<AllowedRow, 'allowedAt'>): Promise<void>;
  recordAfrrSignal(signal: Omit<AfrrRow, 'sentAt'>): Promise<void>;
  /** The number of the schedule that a new one of the same place, purpose and level replaces. */
  numberInUse(
    stationId: string,
    schedule: Pick<Schedule, 'evseId' | 'purpose' | 'stackLevel' | 'sessionRef'>,
  ): Promise<number | null>;
  findDynamic(stationId: string, scheduleId: number): Promise<Schedule | undefined>;

  // What stations tell.
  recordReported(report: ReportedSchedules): Promise<void>;
  recordLimit(report: LimitReport): Promise<void>;
  recordLimitReleased(release: LimitRelease): Promise<void>;
  /** Once this has answered, the schedule that it promised is on its way. */
  recordNeeds(report: NeedsReport): Promise<Decision>;
  recordEvSchedule(report: EvScheduleReport): Promise<void>;
  recordPriority(change: PriorityRow): Promise<void>;
  pullUpdate(asked: { stationId: string; scheduleId: number }): Promise<RateUpdate | undefined>;

  // What people ask.
  plan(stationId: string, schedule: WantedSchedule, actor: Actor): Promise<number>;
  dropPlanned(stationId: string, scheduleId: number, actor: Actor): Promise<void>;
  find(stationId: string): Promise<KeptSchedule[]>;
  composites(stationId: string): Promise<CompositeSchedule[]>;
  limits(stationId: string): Promise<LimitList>;
  evNeeds(stationId: string): Promise<EvNeedsList>;
  evSchedules(stationId: string): Promise<EvSchedule[]>;
  priorityCharging(stationId: string): Promise<PriorityCharging[]>;
};

export type OpenSchedules = Schedules & { close(): Promise<void> };

export function openSchedules(needs: ScheduleNeeds): OpenSchedules {
  const { pool, clock } = needs;
  /** Schedules on their way to cars: each follows an answer that must not wait for it. */
  const onTheirWay = new Set<Promise<void>>();
  async function ofKnown<View>(stationId: string, read: () => Promise<View>): Promise<View> {
    await mustBeKnown(needs.register, stationId);
    return read();
  }
  return {
    recordSet: (taken) => recordSet(needs, taken),
    recordCleared: (cleared) => recordCleared(needs, cleared),
    recordNoneHeld: (report) => recordNoneHeld(needs, report),
    recordComposite: (read) => recordComposite(needs, read),
    recordUpdate: (update) => recordUpdate(needs, update),
    recordAllowed: (allowed) => recordAllowed(needs, allowed),
    recordAfrrSignal: (signal) => recordAfrrSignal(needs, signal),
    numberInUse: (stationId, schedule) => numberInUse(needs, stationId, schedule),
    findDynamic: (stationId, scheduleId) => findDynamic(needs, stationId, scheduleId),
    recordReported: (report) => recordReported(needs, report),
    recordLimit: (report) => recordLimit(needs, report),
    recordLimitReleased: (release) => recordLimitReleased(needs, release),
    async recordNeeds(report) {
      const { followUp, ...decision } = await recordNeeds(needs, report);
      // A command is written down before it is sent, so the answer, which waits for nothing more, is on the wire first.
      const sending = followUp?.().finally(() => onTheirWay.delete(sending ?? Promise.resolve()));
      if (sending !== undefined) onTheirWay.add(sending);
      return decision;
    },
    recordEvSchedule: (report) => recordEvSchedule(needs, report),
    recordPriority: (change) => recordPriority(needs, change),
    pullUpdate: (asked) => pullUpdate(needs, asked),
    plan: (stationId, schedule, actor) => planSchedule(needs, { stationId, schedule, actor }),
    dropPlanned: (stationId, scheduleId, actor) => dropPlanned(needs, { stationId, scheduleId, actor }),
    find: (stationId) => ofKnown(stationId, () => readSchedules(pool, stationId)),
    composites: (stationId) => ofKnown(stationId, () => readComposites(pool, stationId, clock.now())),
    limits: (stationId) =>
      ofKnown(stationId, async () => ({
        limits: await readLimits(pool, stationId),
        afrrSignal: await readAfrrSignal(pool, stationId),
      })),
    evNeeds: (stationId) =>
      ofKnown(stationId, async () => ({
        evNeeds: await readEvNeeds(pool, stationId),
        allowedTransfers: await readAllowedTransfers(pool, stationId),
      })),
    evSchedules: (stationId) => ofKnown(stationId, () => readEvSchedules(pool, stationId)),
    priorityCharging: (stationId) => ofKnown(stationId, () => readPriorityCharging(pool, stationId)),
    async close() {
      await Promise.all(onTheirWay);
    },
  };
}
