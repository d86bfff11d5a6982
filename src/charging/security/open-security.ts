import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Outcome } from '#contract/commands/command.ts';
import type {
  SecurityEvent,
  SecurityEventQuery,
  SetProfileFloor,
  StationSecurity,
} from '#contract/stations/security.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import { type CandidateRow, passwordCandidates, settledPasswords } from '../stations/password-projections.ts';
import type { SignIns } from '../stations/sign-ins.ts';
import { hashPassword, makePassword } from '../stations/station-password.ts';
import type { Registered, StationRegister } from '../stations/station-register.ts';
import {
  acknowledgedEvents,
  readSecurityEvent,
  readSecurityEvents,
  readStationSecurity,
  securityEvents,
  wantedProfiles,
} from './security-store.ts';
import { setFloor } from './set-floor.ts';
import { isCriticalForOcpp, severityOf } from './severity.ts';

type Acknowledgement = { stationId: string; eventId: string; note: string | null; actor: Actor };
type SecurityReport = { stationId: string; type: string; details: string | null; happenedAt: Date };

export type SecurityNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  register: StationRegister;
  signIns: SignIns;
  installationKey: Buffer;
};

export type Security = ReturnType<typeof openSecurity>;

/** Passwords, security profiles and what stations tell about their own security (block A). */
export function openSecurity(needs: SecurityNeeds) {
  const { pool, ledger, clock, register, signIns } = needs;
  /** A04. Stations deliver critical events until they are answered, so the same one may come twice. */
  async function recordEvent(report: SecurityReport): Promise<void> {
    const { stationId, type, details, happenedAt } = report;
    const isCritical = isCriticalForOcpp(type);
    const severity = severityOf(type);
    const id = createHash('sha256')
      .update([stationId, type, happenedAt.toISOString(), details ?? ''].join('\n'))
      .digest('base64url')
      .slice(0, 22);
    await ledger.commit({
      events: [
        {
          kind: 'security-event',
          stationId,
          key: `security-event:${id}`,
          happenedAt,
          flags: isCritical ? ['critical'] : [],
          body: { eventId: id, type, severity }, // details are the station's own words, and the ledger never forgets
        },
      ],
      writes: [write(securityEvents, { ...report, id, isCritical, severity, receivedAt: clock.now() })],
      whenRefused: 'set-aside',
    });
  }

  /** What we saw ourselves of a station: once an hour is enough, since strangers could bring it about without end. */
  function recordOwn({ stationId, type, details }: Omit<SecurityReport, 'happenedAt'>): Promise<void> {
    const hourMs = 3_600_000;
    const happenedAt = new Date(Math.floor(clock.now().getTime() / hourMs) * hourMs);
    return recordEvent({ stationId, type, details, happenedAt });
  }

  return {
    recordEvent,
    recordOwn,

    /** A floor is never lowered silently: who did it stands in the trail, and that it happened among the station's security events. */
    async setFloor(wanted: SetProfileFloor & { stationId: string; actor: Actor }): Promise<void> {
      const from = await setFloor(needs, wanted);
      const { stationId, profile } = wanted;
      if (profile < from) await recordOwn({ stationId, type: 'ProfileLowered', details: `${from} → ${profile}` });
    },

    /** `send` gives the station the new password and tells how it answered. */
    changePassword: (stationId: string, send: (password: string) => Promise<Outcome>) =>
      changePassword(needs, stationId, send),

    /**
     * A05: a security profile only rises (A05.FR.07), and nobody is sent where they could not sign in. The floor rises with the first sign-in: a
     * station that cannot connect by the new profile falls back, and has to be let in.
     */
    async raiseProfile(wanted: { stationId: string; profile: number }, send: () => Promise<Outcome>): Promise<Outcome> {
      const { stationId, profile } = wanted;
      mustBePossible(await register.find(stationId), wanted);
      const outcome = await send();
      if (outcome.status !== 'accepted') return outcome;
      const at = clock.now();
      await ledger.commit({
        events: [{ kind: 'security-profile-accepted', stationId, happenedAt: at, body: { profile } }],
        writes: [write(wantedProfiles, { stationId, wantedProfile: profile })],
      });
      register.update(stationId, { wantedProfile: profile });
      return outcome;
    },

    findEvents: (stationId: string, query: SecurityEventQuery) => readSecurityEvents(pool, stationId, query),

    /** A person has looked at it. Whoever was first stays named. */
    async acknowledge({ stationId, eventId, note, actor }: Acknowledgement): Promise<SecurityEvent> {
      const known = await readSecurityEvent(pool, stationId, eventId);
      if (known === undefined)
        throw new SigecError('NOT_FOUND', `${stationId} has no security event ${eventId}; list its security events.`);
      if (known.acknowledgedAt !== null) return known;
      const at = clock.now();
      const by = actorName(actor);
      await ledger.commit({
        events: [
          { kind: 'security-event-acknowledged', stationId, happenedAt: at, principal: by, body: { eventId, note } },
        ],
        writes: [write(acknowledgedEvents, { id: eventId, acknowledgedAt: at, acknowledgedBy: by, note })],
        audit: [auditOf('acknowledge-security-event', stationId, actor, { eventId })],
      });
      return { ...known, acknowledgedAt: at.toISOString(), acknowledgedBy: by, note };
    },

    async get(stationId: string): Promise<StationSecurity> {
      const security = await readStationSecurity(pool, stationId);
      if (security === undefined) throw new SigecError('NOT_FOUND', `There is no station "${stationId}".`);
      return { ...security, currentProfile: signIns.of(stationId)?.profile ?? null };
    },
  };
}

function mustBePossible(
  station: Registered | undefined,
  { stationId, profile }: { stationId: string; profile: number },
): void {
  const { minimumProfile = 0, password = null, candidates = [] } = station ?? {};
  if (profile < minimumProfile) {
    throw new SigecError(
      'INVALID_INPUT',
      `${stationId} has accepted security profile ${minimumProfile}; it cannot go back to ${profile}.`,
    );
  }
  if (profile < 3 && password === null && candidates.length === 0) {
    throw new SigecError(
      'CONFLICT',
      `${stationId} has no password yet, so it could not sign in with profile ${profile}; change its password first.`,
    );
  }
}

type ChangePasswordNeeds = { register: StationRegister; ledger: Ledger; clock: Clock; installationKey: Buffer };

/** A station that never signs in again must not collect passwords. */
const maxCandidates = 5;

/**
 * A01: the old and the new password are both right from before the new one is sent until the station signs in,
 * so that an answer lost on the way locks nobody out. The password itself exists only while it is being sent.
 */
async function changePassword(
  needs: ChangePasswordNeeds,
  stationId: string,
  send: (password: string) => Promise<Outcome>,
): Promise<Outcome> {
  const { register, ledger, clock, installationKey } = needs;
  const station = await register.find(stationId);
  if (station === undefined || station.candidates.length >= maxCandidates) {
    throw new SigecError(
      'CONFLICT',
      `${maxCandidates} new passwords of ${stationId} wait for its next sign-in; restart it before making another.`,
    );
  }
  const password = makePassword();
  const candidate: CandidateRow = {
    id: randomUUID(),
    stationId,
    password: hashPassword(installationKey, password),
    askedAt: clock.now(),
    isAccepted: false,
  };
  await ledger.commit({
    events: [
      { kind: 'password-change-asked', stationId, happenedAt: candidate.askedAt, body: { change: candidate.id } },
    ],
    writes: [write(passwordCandidates, candidate)],
  });
  keep(register, candidate);
  const outcome = await send(password); // without an answer the candidate stays, and the next sign-in decides
  await (outcome.status === 'accepted' ? accept(needs, candidate) : drop(needs, candidate));
  return outcome;
}

async function accept({ ledger, clock, register }: ChangePasswordNeeds, candidate: CandidateRow): Promise<void> {
  const { id, stationId } = candidate;
  const accepted = { ...candidate, isAccepted: true };
  await ledger.commit({
    events: [{ kind: 'password-change-accepted', stationId, happenedAt: clock.now(), body: { change: id } }],
    writes: [write(passwordCandidates, accepted)],
  });
  keep(register, accepted);
}

async function drop({ ledger, clock, register }: ChangePasswordNeeds, { id, stationId }: CandidateRow): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'password-change-failed', stationId, happenedAt: at, body: { changes: [id] } }],
    writes: [write(settledPasswords, { stationId, password: null, dropped: [id], at })],
  });
  const candidates = register.get(stationId)?.candidates ?? [];
  register.update(stationId, { candidates: candidates.filter((one) => one.id !== id) });
}

function keep(register: StationRegister, { id, stationId, password, isAccepted }: CandidateRow): void {
  const others = (register.get(stationId)?.candidates ?? []).filter((one) => one.id !== id);
  register.update(stationId, { candidates: [...others, { id, ...password, isAccepted }] });
}
