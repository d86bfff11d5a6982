import { createHash, randomInt } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import type { ChargingProfile, ChargingSchedule, RateUpdate } from '#contract/energy/charging-profile.ts';
import type { RequestedChargingProfile } from '#contract/energy/requested-charging-profile.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import { findCommandByRequest, readCommand } from '../commands/command-store.ts';
import { mustBeKnown } from '../stations/known-station.ts';
import type { ChargingProfileNeeds } from './charging-profile-needs.ts';
import {
  type ChargingProfileChoice,
  chargingProfileWrites,
  clearedChargingProfiles,
  ownSource,
  rateUpdates,
} from './charging-profile-projections.ts';
import type { ReportedChargingProfiles } from './charging-profile-reports.ts';
import { readChargingProfiles } from './charging-profile-store.ts';
import { compositeWrites } from './limit-projections.ts';

export type AcceptedChargingProfile = {
  stationId: string;
  profile: ChargingProfile;
  /** The station drops what has the same place, purpose and level (OCPP 1.6 §7.8; later versions refuse instead). */
  replacesSameLevel: boolean;
};

export async function recordSet(
  { ledger, clock }: ChargingProfileNeeds,
  taken: AcceptedChargingProfile,
): Promise<void> {
  const { stationId, profile, replacesSameLevel } = taken;
  const { chargingProfileId, evseId, purpose, stackLevel } = profile;
  const at = clock.now();
  const same = {
    stationId,
    at,
    from: 'active' as const,
    choice: { evseId, purpose, stackLevel },
    exceptId: chargingProfileId,
  };
  await ledger.commit({
    events: [{ kind: 'charging-profile-set', stationId, happenedAt: at, body: { profile, replacesSameLevel } }],
    writes: [
      ...chargingProfileWrites({ stationId, profile, state: 'active', since: at, source: ownSource, report: null }),
      ...(replacesSameLevel ? [write(clearedChargingProfiles, same)] : []),
    ],
  });
}

export async function recordCleared(
  { ledger, clock }: ChargingProfileNeeds,
  { stationId, choice }: { stationId: string; choice: ChargingProfileChoice },
): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'charging-profiles-cleared', stationId, happenedAt: at, body: { choice } }],
    writes: [write(clearedChargingProfiles, { stationId, at, choice, from: 'active' })],
  });
}

/** A part of what the station holds. After its last part, what should have been named and was not is gone. */
export async function recordReported(needs: ChargingProfileNeeds, report: ReportedChargingProfiles): Promise<void> {
  const { ledger, clock } = needs;
  const { stationId, requestId, profiles, isLast, source } = report;
  const at = clock.now();
  const asked = isLast ? await whatWasAsked(needs, stationId, requestId) : null;
  await ledger.commit({
    events: [
      {
        kind: isLast ? 'charging-profiles-reported' : 'charging-profiles-partly-reported',
        stationId,
        happenedAt: at,
        body: { requestId, source, profiles, asked },
      },
    ],
    writes: [
      ...profiles.flatMap((profile) =>
        chargingProfileWrites({
          stationId,
          profile,
          state: 'active',
          since: at,
          source: source === 'CSO' ? ownSource : source,
          report: { id: requestId, at },
        }),
      ),
      ...(asked === null
        ? []
        : [write(clearedChargingProfiles, { stationId, from: 'active', ...asked, exceptReport: requestId })]),
    ],
    whenRefused: 'set-aside',
  });
}

export async function recordNoneHeld(
  { ledger, clock }: ChargingProfileNeeds,
  { stationId, requestId, choice }: { stationId: string; requestId: number; choice: ChargingProfileChoice },
): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [
      { kind: 'charging-profiles-reported', stationId, happenedAt: at, body: { requestId, profiles: [], choice } },
    ],
    writes: [write(clearedChargingProfiles, { stationId, at, choice, from: 'active', exceptReport: requestId })],
  });
}

/** What a whole report is about; null when nobody of ours asked, or for sources or numbers, which say nothing of the others. */
async function whatWasAsked(
  { pool }: ChargingProfileNeeds,
  stationId: string,
  requestId: number,
): Promise<{ at: Date; choice: ChargingProfileChoice } | null> {
  const id = await findCommandByRequest(pool, stationId, requestId);
  const command = id === null ? undefined : await readCommand(pool, id);
  if (command === undefined) return null;
  const { chargingProfileIds, sources, ...choice } = command.input;
  if (chargingProfileIds !== undefined || sources !== undefined) return null;
  return { at: new Date(command.askedAt), choice };
}

export async function recordComposite(
  { ledger, clock }: ChargingProfileNeeds,
  { stationId, evseId, schedule }: { stationId: string; evseId: number; schedule: ChargingSchedule },
): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'composite-schedule-read', stationId, happenedAt: at, body: { evseId, schedule } }],
    writes: compositeWrites({ stationId, evseId, schedule, readAt: at }),
  });
}

type Place = Pick<ChargingProfile, 'evseId' | 'purpose' | 'stackLevel' | 'sessionRef'>;

/** The number under which a profile of the same place, purpose and level is known: the new one takes its place. */
export async function numberFor({ pool }: ChargingProfileNeeds, stationId: string, place: Place): Promise<number> {
  const { evseId, purpose, stackLevel, sessionRef } = place;
  const { rows } = await pool.query<{ charging_profile_id: number }>(
    `select charging_profile_id from charging_profile
     where station_id = $1 and evse_id = $2 and purpose = $3 and stack_level = $4 and session_ref is not distinct from $5
       and state = 'active'`,
    [stationId, evseId, purpose, stackLevel, sessionRef ?? null],
  );
  return rows[0]?.charging_profile_id ?? firstNumber(stationId, place);
}

/**
 * Always the same for a place: a station that took a profile and whose answer nobody saw refuses the next one under another number,
 * and goes on with what it has.
 */
function firstNumber(stationId: string, { evseId, purpose, stackLevel, sessionRef }: Place): number {
  const place = JSON.stringify([stationId, evseId, purpose, stackLevel, sessionRef ?? null]);
  return (createHash('sha256').update(place).digest().readUInt32BE() % (2 ** 31 - 1)) + 1;
}

/** New values of a dynamic profile, taken by the station or kept until it asks. */
export async function recordUpdate(
  needs: ChargingProfileNeeds,
  { stationId, chargingProfileId, rates }: { stationId: string; chargingProfileId: number; rates: RateUpdate },
): Promise<void> {
  const at = needs.clock.now();
  await needs.ledger.commit({
    events: [{ kind: 'dynamic-schedule-updated', stationId, happenedAt: at, body: { chargingProfileId, rates } }],
    writes: [write(rateUpdates, { stationId, chargingProfileId, rates })],
  });
}

export async function findDynamic(
  { pool }: ChargingProfileNeeds,
  stationId: string,
  chargingProfileId: number,
): Promise<ChargingProfile | undefined> {
  const profiles = await readChargingProfiles(pool, stationId);
  return profiles.find(
    (known) => known.chargingProfileId === chargingProfileId && known.kind === 'dynamic' && known.state === 'active',
  );
}

/** The station asks for the values that hold now; undefined: it holds no such dynamic profile of ours. */
export async function pullUpdate(
  needs: ChargingProfileNeeds,
  { stationId, chargingProfileId }: { stationId: string; chargingProfileId: number },
): Promise<RateUpdate | undefined> {
  const [period] = (await findDynamic(needs, stationId, chargingProfileId))?.periods ?? [];
  const at = needs.clock.now();
  await needs.ledger.commit({
    events: [
      {
        kind: 'dynamic-schedule-pulled',
        stationId,
        happenedAt: at,
        body: { chargingProfileId, isKnown: period !== undefined },
      },
    ],
    whenRefused: 'set-aside',
  });
  return period;
}

/** Kept for the next car at an EVSE: it is sent once the car has told its needs. */
export async function planChargingProfile(
  { ledger, clock, register, sessions }: ChargingProfileNeeds,
  { stationId, profile: wanted, actor }: { stationId: string; profile: RequestedChargingProfile; actor: Actor },
): Promise<number> {
  await mustBeKnown(register, stationId);
  const { sessionId, chargingProfileId = randomInt(1, 2 ** 31 - 1), ...rest } = wanted;
  const session = sessionId === undefined ? undefined : await sessions.get(sessionId);
  const profile = { ...rest, chargingProfileId, sessionRef: session?.ref };
  const at = clock.now();
  await ledger.commit({
    events: [
      { kind: 'charging-profile-planned', stationId, happenedAt: at, principal: actorName(actor), body: { profile } },
    ],
    writes: chargingProfileWrites({ stationId, profile, state: 'planned', since: at, source: ownSource, report: null }),
    audit: [auditOf('plan-charging-profile', stationId, actor, { chargingProfileId })],
  });
  return chargingProfileId;
}

export async function dropPlanned(
  { ledger, clock, pool }: ChargingProfileNeeds,
  { stationId, chargingProfileId, actor }: { stationId: string; chargingProfileId: number; actor: Actor },
): Promise<void> {
  const known = (await readChargingProfiles(pool, stationId)).find(
    (profile) => profile.chargingProfileId === chargingProfileId,
  );
  if (known?.state !== 'planned') {
    throw new SigecError(
      'NOT_FOUND',
      `Station "${stationId}" has no planned charging profile ${chargingProfileId}; the command clear-charging-profiles removes one that it holds.`,
    );
  }
  const at = clock.now();
  await ledger.commit({
    events: [
      {
        kind: 'planned-charging-profile-dropped',
        stationId,
        happenedAt: at,
        principal: actorName(actor),
        body: { chargingProfileId },
      },
    ],
    writes: [write(clearedChargingProfiles, { stationId, at, choice: { chargingProfileId }, from: 'planned' })],
    audit: [auditOf('drop-charging-profile', stationId, actor, { chargingProfileId })],
  });
}
