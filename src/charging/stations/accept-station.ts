import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { AcceptedStation, AcceptStation, Station } from '#contract/stations/station.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import { type AuditEntry, type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { StationCommands } from '../station-commands.ts';
import type { AdmissionPolicy } from './admit-station.ts';
import { type FindNeeds, getStation, pendingStation } from './find-stations.ts';
import { settledPasswords } from './password-projections.ts';
import type { PendingStation, PendingStations } from './pending-stations.ts';
import { isStationId } from './station-id.ts';
import { hashPassword, makePassword, type PasswordHash } from './station-password.ts';
import { acceptedStations } from './station-projections.ts';
import type { StationRegister } from './station-register.ts';

export type EnterNeeds = { register: StationRegister; pendingStations: PendingStations; ledger: Ledger; clock: Clock };
export type AcceptNeeds = EnterNeeds &
  FindNeeds & { installationKey: Buffer; policy: AdmissionPolicy; stationCommands: StationCommands };

/** A person accepts a station. A pending one is told to boot again, so that it starts working at once. */
export async function acceptStation(
  needs: AcceptNeeds,
  { stationId, options, actor }: { stationId: string; options: AcceptStation; actor: Actor },
): Promise<AcceptedStation> {
  if (!isStationId(stationId)) {
    throw new SigecError(
      'INVALID_INPUT',
      `"${stationId}" is no station id: 1 to 48 visible characters without / \\ : ? #.`,
    );
  }
  const pending = needs.pendingStations.get(stationId);
  const known = await needs.register.find(stationId);
  // Whoever fails with a wrong password is pending too: accepting must never be a way to take a station's password away.
  if (known?.isRejected === false)
    throw new SigecError(
      'CONFLICT',
      `Station ${stationId} is accepted already. If its password is lost, make a new one: "New password" in the console, or POST /api/stations/${encodeURIComponent(stationId)}/password.`,
    );
  const passwordRequired = isPasswordRequired(needs.policy);
  if (passwordRequired && options.withPassword === false) {
    throw new SigecError(
      'INVALID_INPUT',
      `A station needs a password here, since others can reach this address: accept ${stationId} with one.`,
    );
  }
  const needsPassword = options.withPassword ?? passwordRequired;
  const password = needsPassword ? makePassword() : null;
  const by = actorName(actor);
  await enterStation(needs, {
    stationId,
    by,
    password: password === null ? (known?.password ?? null) : hashPassword(needs.installationKey, password),
    audit: {
      principal: by,
      door: actor.door,
      action: 'accept-station',
      subject: stationId,
      outcome: 'done',
      details: { withPassword: needsPassword, address: pending?.address ?? null },
    },
  });
  await needs.stationCommands.serveAccepted(stationId);
  return {
    station: await shown(needs, stationId, { acceptedAt: needs.clock.now(), acceptedBy: by, pending }),
    password,
  };
}

/** Where others reach this machine, or nobody may come without one. */
export function isPasswordRequired({ isLoopbackOnly, minimumProfile }: AdmissionPolicy): boolean {
  return !isLoopbackOnly || minimumProfile > 0;
}

/** The password is shown this once, so what was just committed is told even if the database goes away in this moment. */
async function shown(
  needs: AcceptNeeds,
  stationId: string,
  { acceptedAt, acceptedBy, pending }: { acceptedAt: Date; acceptedBy: string; pending: PendingStation | undefined },
): Promise<Station> {
  try {
    return await getStation(needs, stationId);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    const at = acceptedAt;
    const unseen = {
      stationId,
      reason: 'unknown-station',
      version: null,
      address: '',
      attempts: 0,
      boot: null,
    } as const;
    const station = pendingStation(pending ?? { ...unseen, since: at, lastAt: at });
    return { ...station, acceptedAt: at.toISOString(), acceptedBy };
  }
}

export async function enterStation(
  { register, pendingStations, ledger, clock }: EnterNeeds,
  {
    stationId,
    by,
    password,
    audit,
  }: { stationId: string; by: string; password: PasswordHash | null; audit?: AuditEntry },
): Promise<void> {
  const at = clock.now();
  const dropped = register.get(stationId)?.candidates.map(({ id }) => id) ?? []; // a new password ends every change under way
  await ledger.commit({
    events: [
      { kind: 'station-accepted', stationId, happenedAt: at, principal: by, body: { hasPassword: password !== null } },
    ],
    writes: [
      write(acceptedStations, { id: stationId, at, by, password }),
      ...(dropped.length === 0 ? [] : [write(settledPasswords, { stationId, password: null, dropped, at })]),
    ],
    ...(audit && { audit: [audit] }),
  });
  register.update(stationId, { password, candidates: [], isRejected: false });
  pendingStations.remove(stationId);
}
