import type { Clock } from '#clock.ts';
import type { AcceptedStation, AcceptStation } from '#contract/station.ts';
import { SigecError } from '#errors.ts';
import { type AuditEntry, type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { StationCommands } from '../station-commands.ts';
import type { AdmissionPolicy } from './admit-station.ts';
import { type FindNeeds, getStation } from './find-stations.ts';
import type { Knocks } from './knocks.ts';
import { isStationId } from './station-id.ts';
import { hashPassword, makePassword, type PasswordHash } from './station-password.ts';
import { acceptedStations } from './station-projections.ts';
import type { StationRegister } from './station-register.ts';

export type EnterNeeds = { register: StationRegister; knocks: Knocks; ledger: Ledger; clock: Clock };
export type AcceptNeeds = EnterNeeds &
  FindNeeds & { installationKey: Buffer; policy: AdmissionPolicy; stationCommands: StationCommands };

/** A person lets a station in. One that waits at the door is told to boot again, so that it starts working at once. */
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
  const knock = needs.knocks.get(stationId);
  const isKnown = (await needs.register.find(stationId)) !== undefined;
  if (isKnown && knock === undefined) throw new SigecError('CONFLICT', `Station ${stationId} is accepted already.`);
  const passwordRequired = !needs.policy.isLoopbackOnly || needs.policy.passwordRequired;
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
    password: password === null ? null : hashPassword(needs.installationKey, password),
    audit: {
      principal: by,
      door: actor.door,
      action: 'accept-station',
      subject: stationId,
      outcome: 'done',
      details: { withPassword: needsPassword, address: knock?.address ?? null },
    },
  });
  await needs.stationCommands.letIn(stationId);
  return { station: await getStation(needs, stationId), password };
}

/** Writes the station into ledger and register; whoever lets it in is named. */
export async function enterStation(
  { register, knocks, ledger, clock }: EnterNeeds,
  {
    stationId,
    by,
    password,
    audit,
  }: { stationId: string; by: string; password: PasswordHash | null; audit?: AuditEntry },
): Promise<void> {
  const at = clock.now();
  await ledger.commit({
    events: [
      { kind: 'station-accepted', stationId, happenedAt: at, principal: by, body: { hasPassword: password !== null } },
    ],
    writes: [write(acceptedStations, { id: stationId, at, by, password })],
    ...(audit && { audit: [audit] }),
  });
  register.put(stationId, { password });
  knocks.remove(stationId);
}
