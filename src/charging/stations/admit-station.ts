import type { Clock } from '#base/clock.ts';
import type { OcppVersion, PendingReason } from '#contract/stations/station.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { enterStation } from './accept-station.ts';
import { settledPasswords } from './password-projections.ts';
import type { PendingStations } from './pending-stations.ts';
import { isPassword } from './station-password.ts';
import type { Registered, StationRegister } from './station-register.ts';

export type AdmissionPolicy = {
  isLoopbackOnly: boolean;
  unknownStations: 'pending' | 'accept' | 'refuse';
  passwordRequired: boolean;
};

export type AdmitNeeds = {
  register: StationRegister;
  pendingStations: PendingStations;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  policy: AdmissionPolicy;
};

export type Visitor = { stationId: string; password: Buffer | null; version: OcppVersion | null; address: string };

export type Admission =
  | { status: 'accepted' }
  /** Connected, but waiting for a person to accept it. */
  | { status: 'pending' }
  | { status: 'refused'; reason: PendingReason };

export async function admitStation(needs: AdmitNeeds, visitor: Visitor): Promise<Admission> {
  const { stationId, password: given } = visitor;
  const station = await needs.register.find(stationId);
  const admission = decide(needs, visitor, station);
  if (station?.isRejected && admission.status === 'accepted') {
    await rememberPending(needs, visitor, 'rejected'); // B03: it may come in, to hear that it is rejected
    return { status: 'pending' };
  }
  if (admission.status === 'accepted') {
    needs.pendingStations.remove(stationId);
    if (station === undefined) await enterStation(needs, { stationId, by: 'policy:accept', password: null });
    else if (station.candidates.length > 0) await settlePassword(needs, { stationId, station, given });
    return admission;
  }
  await rememberPending(needs, visitor, admission.status === 'refused' ? admission.reason : 'unknown-station');
  return admission;
}

/** It has no id to be listed under. No station has a name with a slash, so this one is nobody else's and cannot be accepted. */
export function noteNameless(needs: AdmitNeeds, visitor: Pick<Visitor, 'address' | 'version'>): Promise<boolean> {
  const stationId = `/ (${visitor.address})`;
  return rememberPending(needs, { ...visitor, stationId, password: null }, 'no-station-id');
}

function decide({ installationKey, policy }: AdmitNeeds, visitor: Visitor, station: Registered | undefined): Admission {
  if (station === undefined) return decideStranger(policy);
  const { password: given } = visitor;
  const { password, candidates, minimumProfile } = station;
  const right = password === null ? candidates : [password, ...candidates];
  if (given !== null && right.some((hash) => isPassword(installationKey, hash, given))) return { status: 'accepted' };
  if (password !== null) return { status: 'refused', reason: given === null ? 'no-password' : 'wrong-password' };
  const mayEnter = policy.isLoopbackOnly && !policy.passwordRequired && minimumProfile === 0;
  return mayEnter ? { status: 'accepted' } : { status: 'refused', reason: 'no-password' };
}

function decideStranger({ isLoopbackOnly, unknownStations, passwordRequired }: AdmissionPolicy): Admission {
  if (!isLoopbackOnly || passwordRequired || unknownStations === 'refuse')
    return { status: 'refused', reason: 'unknown-station' };
  return { status: unknownStations === 'accept' ? 'accepted' : 'pending' };
}

async function rememberPending(
  { pendingStations, ledger, clock }: AdmitNeeds,
  visitor: Visitor,
  reason: PendingReason,
): Promise<boolean> {
  const { stationId, version, address } = visitor;
  const at = clock.now();
  const isNew = pendingStations.add({ stationId, reason, version, address, at });
  if (!isNew || !pendingStations.mayAnnounce(at)) return isNew;
  await ledger.commit({
    events: [{ kind: 'station-pending', stationId, happenedAt: at, body: { reason, address, version } }],
    whenRefused: 'set-aside',
  });
  return isNew;
}

type SettleNeeds = { register: StationRegister; ledger: Ledger; clock: Clock; installationKey: Buffer };

type SignIn = { stationId: string; station: Registered; given: Buffer | null };

/**
 * A station signs in while its password is being changed: the password it uses tells how the change went.
 * One it has accepted stays possible even if it still uses the old one, since some apply it with their next restart only.
 */
async function settlePassword(needs: SettleNeeds, { stationId, station, given }: SignIn): Promise<void> {
  const { ledger, clock, register, installationKey } = needs;
  const isGiven = (hash: Registered['password']) =>
    given !== null && hash !== null && isPassword(installationKey, hash, given);
  const taken = isGiven(station.password) ? undefined : station.candidates.find(isGiven);
  const dropped = station.candidates.filter(({ isAccepted }) => taken !== undefined || !isAccepted);
  if (dropped.length === 0) return;
  const at = clock.now();
  const password = taken === undefined ? null : { salt: taken.salt, hash: taken.hash };
  const ids = dropped.map(({ id }) => id);
  const kind = taken === undefined ? 'password-change-failed' : 'password-changed';
  await ledger.commit({
    events: [{ kind, stationId, happenedAt: at, body: { changes: ids } }],
    writes: [write(settledPasswords, { stationId, password, dropped: ids, at })],
    whenRefused: 'set-aside',
  });
  register.update(stationId, {
    ...(password && { password }),
    candidates: station.candidates.filter(({ id }) => !ids.includes(id)),
  });
}
