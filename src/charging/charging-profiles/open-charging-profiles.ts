import { asError } from '#base/errors.ts';
import type {
  ChargingProfile,
  ChargingSchedule,
  RateUpdate,
  StoredChargingProfile,
} from '#contract/energy/charging-profile.ts';
import type { RequestedChargingProfile } from '#contract/energy/requested-charging-profile.ts';
import type { Session } from '#contract/sessions/session.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, system } from '#principals/actor.ts';
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
import { decideNeeds } from './decide-needs.ts';
import { readAllowedTransfers, readEvNeeds } from './ev-needs-store.ts';
import {
  type AllowedRow,
  allowedTransfers,
  type Decision,
  type EvScheduleReport,
  evNeeds,
  evScheduleWrites,
  type NeedsReport,
  type PriorityRow,
  priorityCharging,
} from './ev-projections.ts';
import {
  type AfrrRow,
  afrrSignals,
  type LimitRelease,
  type LimitReport,
  limitWrites,
  releasedLimits,
} from './limit-projections.ts';
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

export type ChargingProfiles = ReturnType<typeof openChargingProfiles>;

export function openChargingProfiles(needs: ChargingProfileNeeds) {
  const { pool, clock } = needs;
  /** Charging profiles on their way to cars: each follows an answer that must not wait for it. */
  const onTheirWay = new Set<Promise<void>>();
  async function ofKnown<View>(stationId: string, read: () => Promise<View>): Promise<View> {
    await mustBeKnown(needs.register, stationId);
    return read();
  }
  const reports: ChargingProfileReports = {
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
  };
  return {
    ...reports,
    // What stations took of what we asked.
    recordSet: (taken: AcceptedChargingProfile) => recordSet(needs, taken),
    recordCleared: (cleared: { stationId: string; choice: ChargingProfileChoice }) => recordCleared(needs, cleared),
    recordNoneHeld: (report: { stationId: string; requestId: number; choice: ChargingProfileChoice }) =>
      recordNoneHeld(needs, report),
    recordComposite: (read: { stationId: string; evseId: number; schedule: ChargingSchedule }) =>
      recordComposite(needs, read),
    recordUpdate: (update: { stationId: string; chargingProfileId: number; rates: RateUpdate }) =>
      recordUpdate(needs, update),
    recordAllowed: (allowed: Omit<AllowedRow, 'allowedAt'>) => recordAllowed(needs, allowed),
    recordAfrrSignal: (signal: Omit<AfrrRow, 'sentAt'>) => recordAfrrSignal(needs, signal),
    /** The number of the profile that a new one of the same place, purpose and level replaces. */
    numberInUse: (
      stationId: string,
      profile: Pick<ChargingProfile, 'evseId' | 'purpose' | 'stackLevel' | 'sessionRef'>,
    ) => numberInUse(needs, stationId, profile),
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
    async close() {
      await Promise.all(onTheirWay);
    },
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

type NeedsAnswer = Decision & {
  /** Sends the profile that was promised; resolves when the station has it or has refused it. undefined: none was. */
  followUp: (() => Promise<void>) | undefined;
};

/** A car has told what it needs: decides, keeps both, and has the profile ready that is to follow the answer. */
async function recordNeeds(needs: ChargingProfileNeeds, report: NeedsReport): Promise<NeedsAnswer> {
  const { pool, ledger, clock } = needs;
  const { stationId, evseId, at, ...told } = report;
  const session = await sessionAt(needs, stationId, evseId);
  const sessionRef = session?.ref ?? null;
  const profile = chooseProfile(await readChargingProfiles(pool, stationId), evseId, sessionRef);
  const allowed = (await readAllowedTransfers(pool, stationId)).find((known) => known.sessionRef === sessionRef);
  const answer = decideNeeds({ needs: report, sessionRef, profile, allowed: allowed?.transfers, now: clock.now() });
  const isPromised = answer.decision === 'accepted' && profile !== undefined && session !== undefined;
  const chargingProfileId = isPromised ? profile.chargingProfileId : null;
  await ledger.commit({
    events: [
      {
        kind: 'ev-needs-reported',
        stationId,
        happenedAt: at,
        body: { evseId, ...told, sessionRef, ...answer, chargingProfileId },
      },
    ],
    writes: [write(evNeeds, { ...report, ...answer, sessionRef, chargingProfileId })],
    whenRefused: 'set-aside',
  });
  const followUp = isPromised ? () => sendProfile(needs, { stationId, profile, sessionId: session.id }) : undefined;
  return { ...answer, followUp };
}

async function sessionAt(
  { sessions }: ChargingProfileNeeds,
  stationId: string,
  evseId: number,
): Promise<Session | undefined> {
  const running = await sessions.find({ stationId, state: 'running', limit: 1000 });
  return running.sessions.find((session) => session.evseId === evseId);
}

/** One that was planned for the session or for whoever comes next, else the one that the session has already. */
function chooseProfile(profiles: readonly StoredChargingProfile[], evseId: number, sessionRef: string | null) {
  const ofEvse = profiles.filter((profile) => profile.purpose === 'tx-profile' && profile.evseId === evseId);
  const planned = ofEvse.filter(({ state }) => state === 'planned');
  return (
    planned.find((profile) => profile.sessionRef === sessionRef) ??
    planned.find((profile) => profile.sessionRef === undefined) ??
    ofEvse.find((profile) => profile.state === 'active' && profile.sessionRef === sessionRef)
  );
}

/** OCPP 2.x K15: the profile follows the answer as a command like any other, so that its outcome can be seen. */
async function sendProfile(
  { runCommand, log }: ChargingProfileNeeds,
  { stationId, profile, sessionId }: { stationId: string; profile: StoredChargingProfile; sessionId: string },
): Promise<void> {
  const { state: _state, since: _since, source: _source, reportedAt: _at, sessionRef: _ref, ...wanted } = profile;
  try {
    await runCommand({
      stationId,
      name: 'set-charging-profile',
      input: { ...wanted, sessionId },
      actor: system,
      why: 'the car told its needs',
    });
  } catch (error) {
    log.error(
      { stationId, chargingProfileId: profile.chargingProfileId, err: asError(error) },
      'charging profile for a car could not be sent',
    );
  }
}

/** A car has said what it will draw. Whether that is more than it was given is told to whoever asks. */
async function recordEvSchedule({ ledger }: ChargingProfileNeeds, report: EvScheduleReport): Promise<void> {
  const { stationId, at, ...body } = report;
  await ledger.commit({
    events: [{ kind: 'ev-schedule-reported', stationId, happenedAt: at, body }],
    writes: evScheduleWrites(report),
    whenRefused: 'set-aside',
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
