import type {
  ChargingProfile,
  ChargingSchedule,
  CompositeSchedule,
  EvSchedule,
  LimitList,
  PriorityCharging,
  RateUpdate,
  StoredChargingProfile,
} from '#contract/energy/charging-profile.ts';
import type { EvNeedsList } from '#contract/energy/ev-needs.ts';
import type { RequestedChargingProfile } from '#contract/energy/requested-charging-profile.ts';
import type { Actor } from '#principals/actor.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { ChargingProfileNeeds } from './charging-profile-needs.ts';
import type { ChargingProfileChoice } from './charging-profile-projections.ts';
import type { ChargingProfileReports } from './charging-profile-reports.ts';
import {
  readAfrrSignal,
  readChargingProfiles,
  readComposites,
  readEvSchedules,
  readLimits,
  readPriorityCharging,
} from './charging-profile-store.ts';
import { readAllowedTransfers, readEvNeeds } from './ev-needs-store.ts';
import type { AllowedRow } from './ev-projections.ts';
import type { AfrrRow } from './limit-projections.ts';
import {
  type AcceptedChargingProfile,
  dropPlanned,
  findDynamic,
  numberInUse,
  planChargingProfile,
  pullUpdate,
  recordCleared,
  recordComposite,
  recordNoneHeld,
  recordReported,
  recordSet,
  recordUpdate,
} from './record-charging-profiles.ts';
import { recordAllowed, recordEvSchedule, recordNeeds, recordPriority } from './record-ev.ts';
import { recordAfrrSignal, recordLimit, recordLimitReleased } from './record-limits.ts';

export type ChargingProfiles = ChargingProfileReports & {
  // What stations took of what we asked.
  recordSet(taken: AcceptedChargingProfile): Promise<void>;
  recordCleared(cleared: { stationId: string; choice: ChargingProfileChoice }): Promise<void>;
  recordNoneHeld(report: { stationId: string; requestId: number; choice: ChargingProfileChoice }): Promise<void>;
  recordComposite(read: { stationId: string; evseId: number; schedule: ChargingSchedule }): Promise<void>;
  recordUpdate(update: { stationId: string; chargingProfileId: number; rates: RateUpdate }): Promise<void>;
  recordAllowed(allowed: Omit<AllowedRow, 'allowedAt'>): Promise<void>;
  recordAfrrSignal(signal: Omit<AfrrRow, 'sentAt'>): Promise<void>;
  /** The number of the profile that a new one of the same place, purpose and level replaces. */
  numberInUse(
    stationId: string,
    profile: Pick<ChargingProfile, 'evseId' | 'purpose' | 'stackLevel' | 'sessionRef'>,
  ): Promise<number | null>;
  findDynamic(stationId: string, chargingProfileId: number): Promise<ChargingProfile | undefined>;

  // What people ask.
  plan(stationId: string, profile: RequestedChargingProfile, actor: Actor): Promise<number>;
  dropPlanned(stationId: string, chargingProfileId: number, actor: Actor): Promise<void>;
  find(stationId: string): Promise<StoredChargingProfile[]>;
  composites(stationId: string): Promise<CompositeSchedule[]>;
  limits(stationId: string): Promise<LimitList>;
  evNeeds(stationId: string): Promise<EvNeedsList>;
  evSchedules(stationId: string): Promise<EvSchedule[]>;
  priorityCharging(stationId: string): Promise<PriorityCharging[]>;
};

export type OpenChargingProfiles = ChargingProfiles & { close(): Promise<void> };

export function openChargingProfiles(needs: ChargingProfileNeeds): OpenChargingProfiles {
  const { pool, clock } = needs;
  /** Charging profiles on their way to cars: each follows an answer that must not wait for it. */
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
    numberInUse: (stationId, profile) => numberInUse(needs, stationId, profile),
    findDynamic: (stationId, chargingProfileId) => findDynamic(needs, stationId, chargingProfileId),
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
    plan: (stationId, profile, actor) => planChargingProfile(needs, { stationId, profile, actor }),
    dropPlanned: (stationId, chargingProfileId, actor) => dropPlanned(needs, { stationId, chargingProfileId, actor }),
    find: (stationId) => ofKnown(stationId, () => readChargingProfiles(pool, stationId)),
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
