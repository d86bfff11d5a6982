import { asError } from '#base/errors.ts';
import { ownReason } from '#contract/commands/own-reasons.ts';
import type { StoredChargingProfile } from '#contract/energy/charging-profile.ts';
import type { Session } from '#contract/sessions/session.ts';
import { write } from '#ledger/ledger-types.ts';
import { system } from '#principals/actor.ts';
import type { ChargingProfileNeeds } from './charging-profile-needs.ts';
import { readChargingProfiles, readEvSchedules } from './charging-profile-store.ts';
import { decideNeeds } from './decide-needs.ts';
import { readAllowedTransfers } from './ev-needs-store.ts';
import { type Decision, type EvScheduleReport, evNeeds, evScheduleWrites, type NeedsReport } from './ev-projections.ts';

/** A car that means to draw too much hears again what it may, so often in a row; then only the station can hold it. */
const maxRenegotiations = 3;

export type CarNegotiation = ReturnType<typeof openCarNegotiation>;

/** OCPP 2.x K15 to K20: cars tell what they need, hear what they may draw, and tell what they will. */
export function openCarNegotiation(needs: ChargingProfileNeeds) {
  const { pool, ledger, clock, energyPlans } = needs;
  /** Charging profiles on their way to cars: each follows an answer that must not wait for it. */
  const onTheirWay = new Set<Promise<void>>();
  /** Profiles that stations took and that are being written down, by station: a car may answer one before that. */
  const beingWritten = new Map<string, Promise<void>>();
  const renegotiations = new Map<string, { sessionId: string; count: number }>();

  // A command is written down before it is sent, so the answer, which waits for nothing more, is on the wire first.
  const follow = (sending: Promise<void>) => {
    const ended = sending.finally(() => onTheirWay.delete(ended));
    onTheirWay.add(ended);
  };

  return {
    /** Decides, keeps what the car told and what it heard, and has the profile follow. */
    async recordNeeds(report: NeedsReport): Promise<Decision> {
      const { stationId, evseId, at, ...told } = report;
      const session = await sessionAt(needs, stationId, evseId);
      const sessionRef = session?.ref ?? null;
      const profile = chooseProfile(await readChargingProfiles(pool, stationId), evseId, sessionRef);
      const allowed = (await readAllowedTransfers(pool, stationId)).find((known) => known.sessionRef === sessionRef);
      const planned = await energyPlans.answerFor({ stationId, evseId, hasSession: session !== undefined });
      const answer = decideNeeds({
        needs: report,
        sessionRef,
        profile,
        allowed: allowed?.transfers,
        planned,
        now: clock.now(),
      });
      const isReady = planned === null && answer.decision === 'accepted' && profile !== undefined;
      const chargingProfileId = isReady ? profile.chargingProfileId : null;
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
      if (session === undefined) return answer;
      if (isReady)
        follow(sendProfile(needs, { stationId, profile, sessionId: session.id, why: ownReason('car-needs') }));
      if (planned !== null && ['accepted', 'processing'].includes(answer.decision))
        await energyPlans.promise(stationId, session.id);
      return answer;
    },

    /** A car has said what it will draw. Beyond what it may, it is given its profile once more (K15.FR.13). */
    async recordEvSchedule(report: EvScheduleReport): Promise<boolean | null> {
      const { stationId, at, ...body } = report;
      await ledger.commit({
        events: [{ kind: 'ev-schedule-reported', stationId, happenedAt: at, body }],
        writes: evScheduleWrites(report),
        whenRefused: 'set-aside',
      });
      await beingWritten.get(stationId);
      const schedules = await readEvSchedules(pool, stationId);
      const isWithin = schedules.find(({ evseId }) => evseId === report.evseId)?.isWithinChargingProfile ?? null;
      if (isWithin === false) await renegotiate(stationId, report.evseId);
      else renegotiations.delete(`${stationId}\n${report.evseId}`);
      return isWithin;
    },

    /** A profile that a station took is being written down. */
    noteWriting(stationId: string, writing: Promise<void>): Promise<void> {
      const settled = writing.catch(() => undefined); // whoever asked for it hears of the failure
      beingWritten.set(stationId, settled);
      void settled.then(() => {
        if (beingWritten.get(stationId) === settled) beingWritten.delete(stationId);
      });
      return writing;
    },

    async close(): Promise<void> {
      await Promise.all(onTheirWay);
    },
  };

  async function renegotiate(stationId: string, evseId: number): Promise<void> {
    const session = await sessionAt(needs, stationId, evseId);
    if (session === undefined) return;
    const place = `${stationId}\n${evseId}`;
    const before = renegotiations.get(place);
    const count = (before?.sessionId === session.id ? before.count : 0) + 1;
    if (count > maxRenegotiations) return;
    renegotiations.set(place, { sessionId: session.id, count });
    const planned = await energyPlans.answerFor({ stationId, evseId, hasSession: true });
    if (planned !== null) {
      if (planned.decision !== 'no-profile') await energyPlans.promise(stationId, session.id);
      return;
    }
    const profile = chooseProfile(await readChargingProfiles(pool, stationId), evseId, session.ref);
    if (profile === undefined) return;
    follow(sendProfile(needs, { stationId, profile, sessionId: session.id, why: ownReason('car-draws-more') }));
  }
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

type Sending = { stationId: string; profile: StoredChargingProfile; sessionId: string; why: string };

/** K15: the profile follows the answer as a command like any other, so that its outcome can be seen. */
async function sendProfile(
  { runCommand, log }: ChargingProfileNeeds,
  { stationId, profile, sessionId, why }: Sending,
): Promise<void> {
  const { state: _state, since: _since, source: _source, reportedAt: _at, sessionRef: _ref, ...wanted } = profile;
  try {
    await runCommand({
      stationId,
      name: 'set-charging-profile',
      input: { ...wanted, sessionId },
      actor: system,
      why,
    });
  } catch (error) {
    log.error(
      { stationId, chargingProfileId: profile.chargingProfileId, err: asError(error) },
      'charging profile for a car could not be sent',
    );
  }
}
