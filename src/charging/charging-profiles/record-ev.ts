import { asError } from '#base/errors.ts';
import type { StoredChargingProfile } from '#contract/energy/charging-profile.ts';
import type { Session } from '#contract/sessions/session.ts';
import { write } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import type { ChargingProfileNeeds } from './charging-profile-needs.ts';
import { readChargingProfiles } from './charging-profile-store.ts';
import { decideNeeds } from './decide-needs.ts';
import { readAllowedTransfers } from './ev-needs-store.ts';
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

export type NeedsAnswer = Decision & {
  /** Sends the profile that was promised; resolves when the station has it or has refused it. undefined: none was. */
  followUp: (() => Promise<void>) | undefined;
};

/** A car has told what it needs: decides, keeps both, and has the profile ready that is to follow the answer. */
export async function recordNeeds(needs: ChargingProfileNeeds, report: NeedsReport): Promise<NeedsAnswer> {
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
export async function recordEvSchedule({ ledger }: ChargingProfileNeeds, report: EvScheduleReport): Promise<void> {
  const { stationId, at, ...body } = report;
  await ledger.commit({
    events: [{ kind: 'ev-schedule-reported', stationId, happenedAt: at, body }],
    writes: evScheduleWrites(report),
    whenRefused: 'set-aside',
  });
}

export async function recordPriority({ ledger }: ChargingProfileNeeds, row: PriorityRow): Promise<void> {
  const { stationId, changedAt, ...body } = row;
  await ledger.commit({
    events: [{ kind: 'priority-charging-changed', stationId, happenedAt: changedAt, body }],
    writes: [write(priorityCharging, row)],
    whenRefused: 'set-aside',
  });
}

export async function recordAllowed(
  { ledger, clock }: ChargingProfileNeeds,
  { stationId, sessionRef, transfers }: Omit<AllowedRow, 'allowedAt'>,
): Promise<void> {
  const allowedAt = clock.now();
  await ledger.commit({
    events: [{ kind: 'energy-transfer-allowed', stationId, happenedAt: allowedAt, body: { sessionRef, transfers } }],
    writes: [write(allowedTransfers, { stationId, sessionRef, transfers, allowedAt })],
  });
}
