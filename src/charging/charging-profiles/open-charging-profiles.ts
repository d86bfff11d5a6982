import type { ChargingProfile, ChargingSchedule, RateUpdate } from '#contract/energy/charging-profile.ts';
import type { RequestedChargingProfile } from '#contract/energy/requested-charging-profile.ts';
import { write } from '#ledger/ledger-types.ts';
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
import { type AllowedRow, allowedTransfers, type PriorityRow, priorityCharging } from './ev-projections.ts';
import {
  type AfrrRow,
  afrrSignals,
  type LimitRelease,
  type LimitReport,
  limitWrites,
  releasedLimits,
} from './limit-projections.ts';
import { openCarNegotiation } from './negotiate-with-cars.ts';
import {
  type AcceptedChargingProfile,
  dropPlanned,
  findDynamic,
  numberFor,
  planChargingProfile,
  pullUpdate,
  recordCleared,
  recordComposite,
  recordNoneHeld,
  recordReported,
  recordSet,
  recordUpdate,
} from './record-charging-profiles.ts';

export type ChargingProfiles = ReturnType<typeof openChargingProfiles>;

export function openChargingProfiles(needs: ChargingProfileNeeds) {
  const { pool, clock } = needs;
  const negotiation = openCarNegotiation(needs);
  async function ofKnown<View>(stationId: string, read: () => Promise<View>): Promise<View> {
    await mustBeKnown(needs.register, stationId);
    return read();
  }
  const reports: ChargingProfileReports = {
    recordReported: (report) => recordReported(needs, report),
    recordLimit: (report) => recordLimit(needs, report),
    recordLimitReleased: (release) => recordLimitReleased(needs, release),
    recordNeeds: negotiation.recordNeeds,
    recordEvSchedule: negotiation.recordEvSchedule,
    recordPriority: (change) => recordPriority(needs, change),
    pullUpdate: (asked) => pullUpdate(needs, asked),
  };
  return {
    ...reports,
    // What stations took of what we asked.
    recordSet: (taken: AcceptedChargingProfile) => negotiation.noteWriting(taken.stationId, recordSet(needs, taken)),
    recordCleared: (cleared: { stationId: string; choice: ChargingProfileChoice }) => recordCleared(needs, cleared),
    recordNoneHeld: (report: { stationId: string; requestId: number; choice: ChargingProfileChoice }) =>
      recordNoneHeld(needs, report),
    recordComposite: (read: { stationId: string; evseId: number; schedule: ChargingSchedule }) =>
      recordComposite(needs, read),
    recordUpdate: (update: { stationId: string; chargingProfileId: number; rates: RateUpdate }) =>
      recordUpdate(needs, update),
    recordAllowed: (allowed: Omit<AllowedRow, 'allowedAt'>) => recordAllowed(needs, allowed),
    recordAfrrSignal: (signal: Omit<AfrrRow, 'sentAt'>) => recordAfrrSignal(needs, signal),
    /** The number of a profile by its place, purpose and level, so that it takes the place of the one before. */
    numberFor: (
      stationId: string,
      profile: Pick<ChargingProfile, 'evseId' | 'purpose' | 'stackLevel' | 'sessionRef'>,
    ) => numberFor(needs, stationId, profile),
    findDynamic: (stationId: string, chargingProfileId: number) => findDynamic(needs, stationId, chargingProfileId),
    // What people ask.
    plan: (stationId: string, profile: RequestedChargingProfile, actor: Actor) =>
      planChargingProfile(needs, { stationId, profile, actor }),
    dropPlanned: (stationId: string, chargingProfileId: number, actor: Actor) =>
      dropPlanned(needs, { stationId, chargingProfileId, actor }),
    find: (stationId: string) => ofKnown(stationId, () => readChargingProfiles(pool, stationId)),
    composites: (stationId: string) => ofKnown(stationId, () => readComposites(pool, stationId, clock.now())),
    limits: (stationId: string) =>
      ofKnown(stationId, async () => ({
        limits: await readLimits(pool, stationId),
        afrrSignal: await readAfrrSignal(pool, stationId),
      })),
    evNeeds: (stationId: string) =>
      ofKnown(stationId, async () => ({
        evNeeds: await readEvNeeds(pool, stationId),
        allowedTransfers: await readAllowedTransfers(pool, stationId),
      })),
    evSchedules: (stationId: string) => ofKnown(stationId, () => readEvSchedules(pool, stationId)),
    priorityCharging: (stationId: string) => ofKnown(stationId, () => readPriorityCharging(pool, stationId)),
    close: negotiation.close,
  };
}

/** Someone else limits the station: an energy manager at the site, the grid operator. */
async function recordLimit({ ledger }: ChargingProfileNeeds, report: LimitReport): Promise<void> {
  const { stationId, at, ...body } = report;
  await ledger.commit({
    events: [{ kind: 'external-limit-set', stationId, happenedAt: at, body }],
    writes: limitWrites(report),
    whenRefused: 'set-aside',
  });
}

async function recordLimitReleased({ ledger }: ChargingProfileNeeds, release: LimitRelease): Promise<void> {
  const { stationId, at, ...body } = release;
  await ledger.commit({
    events: [{ kind: 'external-limit-released', stationId, happenedAt: at, body }],
    writes: [write(releasedLimits, release)],
    whenRefused: 'set-aside',
  });
}

async function recordAfrrSignal(
  { ledger, clock }: ChargingProfileNeeds,
  { stationId, signal, at }: Omit<AfrrRow, 'sentAt'>,
): Promise<void> {
  const sentAt = clock.now();
  await ledger.commit({
    events: [{ kind: 'afrr-signal-sent', stationId, happenedAt: sentAt, body: { signal, at } }],
    writes: [write(afrrSignals, { stationId, signal, at, sentAt })],
  });
}

async function recordPriority({ ledger }: ChargingProfileNeeds, row: PriorityRow): Promise<void> {
  const { stationId, changedAt, ...body } = row;
  await ledger.commit({
    events: [{ kind: 'priority-charging-changed', stationId, happenedAt: changedAt, body }],
    writes: [write(priorityCharging, row)],
    whenRefused: 'set-aside',
  });
}

async function recordAllowed(
  { ledger, clock }: ChargingProfileNeeds,
  { stationId, sessionRef, transfers }: Omit<AllowedRow, 'allowedAt'>,
): Promise<void> {
  const allowedAt = clock.now();
  await ledger.commit({
    events: [{ kind: 'energy-transfer-allowed', stationId, happenedAt: allowedAt, body: { sessionRef, transfers } }],
    writes: [write(allowedTransfers, { stationId, sessionRef, transfers, allowedAt })],
  });
}
