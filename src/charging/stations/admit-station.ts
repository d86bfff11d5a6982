import type { X509Certificate } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { OcppVersion, PendingReason } from '#contract/stations/station.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { plainSerial } from '../plain-serial.ts';
import { enterStation } from './accept-station.ts';
import { namesIn } from './certificate-names.ts';
import { holds, mayBeExempt } from './password-exemption.ts';
import { reachedProfiles, settledPasswords } from './password-projections.ts';
import type { PendingStations } from './pending-stations.ts';
import { stationSignIns } from './sign-in-log.ts';
import type { SignIns } from './sign-ins.ts';
import { isPassword, type PasswordHash } from './station-password.ts';
import type { Registered, StationRegister } from './station-register.ts';

export type AdmissionPolicy = {
  isLoopbackOnly: boolean;
  unknownStations: 'pending' | 'accept' | 'refuse';
  /** No station may come by a lower security profile. */
  minimumProfile: number;
};

export type AdmitNeeds = {
  signIns: SignIns;
  /** Whether the certificate of a connection speaks for the station. */
  isOwnCertificate(shown: { stationId: string; certificate: X509Certificate }): Promise<boolean>;
  /** It came by a lower security profile than it has to use (A00.FR.002). */
  noteLowProfile(stationId: string): Promise<void>;
  register: StationRegister;
  pendingStations: PendingStations;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  policy: AdmissionPolicy;
};

/** How a station's connection is protected; the certificate is what it showed. */
export type LinkSecurity = { isTls: boolean; clientCertificate: X509Certificate | null };

export type Visitor = {
  stationId: string;
  password: Buffer | null;
  version: OcppVersion | null;
  address: string;
  /** How its connection is protected. The certificate is the one it showed, and whose key it has. */
  security: LinkSecurity;
};

/** Of a connection over plain TCP. */
export const unprotected: LinkSecurity = { isTls: false, clientCertificate: null };

export type Admission =
  /** By which security profile it came, and until when that is good. */
  | { status: 'accepted'; profile: number; until?: Date }
  /** Connected, but waiting for a person to accept it. */
  | { status: 'pending' }
  | { status: 'refused'; reason: PendingReason };

export async function admitStation(needs: AdmitNeeds, visitor: Visitor): Promise<Admission> {
  const { stationId, password: given } = visitor;
  const station = await needs.register.find(stationId);
  const admission = await decide(needs, visitor, station);
  if (admission.status === 'refused' && station !== undefined) await needs.register.lookInVain(stationId);
  if (station?.isRejected && admission.status === 'accepted') {
    await rememberPending(needs, visitor, 'rejected'); // B03: it may come in, to hear that it is rejected
    return { status: 'pending' };
  }
  if (admission.status === 'accepted') {
    needs.pendingStations.remove(stationId);
    if (station === undefined) await enterStation(needs, { stationId, by: 'policy:accept', password: null });
    else if (station.candidates.length > 0) await settlePassword(needs, { stationId, station, given });
    const { clientCertificate: shown } = visitor.security;
    const certificate = admission.profile === 3 ? shown : null;
    await noteSignIn(needs, { stationId, profile: admission.profile, certificate });
    return admission;
  }
  if (admission.status === 'pending') await rememberPending(needs, visitor, 'unknown-station');
  return admission;
}

/** Apart from the decision, so that whoever is refused hears it before anything is written. */
export async function noteRefused(needs: AdmitNeeds, visitor: Visitor, reason: PendingReason): Promise<void> {
  await rememberPending(needs, visitor, reason);
  if (reason === 'profile-too-low') await needs.noteLowProfile(visitor.stationId);
}

/** It has no id to be listed under. No station has a name with a slash, so this one is nobody else's and cannot be accepted. */
export function noteNameless(needs: AdmitNeeds, visitor: Pick<Visitor, 'address' | 'version'>): Promise<boolean> {
  const stationId = `/ (${visitor.address})`;
  return rememberPending(needs, { ...visitor, stationId }, 'no-station-id');
}

/** No station has it, and comparing with it takes as long as with one that somebody has. */
const nobodysPassword: PasswordHash = { salt: Buffer.alloc(16), hash: Buffer.alloc(32) };

/** Whether a station that this node knows shows its own password. It costs a hash and asks no database, so a flood may ask it too. */
export function isStationPassword(
  { register, installationKey }: Pick<AdmitNeeds, 'register' | 'installationKey'>,
  { stationId, password: given }: { stationId: string; password: Buffer },
): boolean {
  const { password = null, candidates = [] } = register.get(stationId) ?? {};
  return [password ?? nobodysPassword, ...candidates].some((hash) => isPassword(installationKey, hash, given));
}

async function decide(needs: AdmitNeeds, visitor: Visitor, station: Registered | undefined): Promise<Admission> {
  const { policy } = needs;
  if (station === undefined) return decideStranger(policy);
  const { profile, missing } = await proofOf(needs, visitor, station);
  if (profile === 0) return decideUnproven(needs, visitor, station) ?? refused(missing);
  const floor = Math.max(station.minimumProfile, policy.minimumProfile);
  if (profile >= floor) return { status: 'accepted', profile };
  return refused(missing === 'wrong-certificate' ? missing : 'profile-too-low');
}

/**
 * Security profile 0 is off. It is open on a machine that nobody else reaches, for a station that was accepted without a password, and by an
 * exemption that a person granted to this one station.
 */
function decideUnproven(
  { policy, clock }: AdmitNeeds,
  { password, address, security: { clientCertificate } }: Visitor,
  station: Registered,
): Admission | undefined {
  const { exemption } = station;
  const hasFloor = station.minimumProfile > 0 || policy.minimumProfile > 0;
  if (policy.isLoopbackOnly && station.password === null && !hasFloor) return { status: 'accepted', profile: 0 };
  if (exemption === null || password !== null || clientCertificate !== null) return undefined; // who shows something has something
  if (!mayBeExempt(station, policy) || !holds(exemption, { address, now: clock.now() })) return undefined;
  return { status: 'accepted', profile: 0, until: exemption.until };
}

/** The highest security profile that the visitor can prove, and what it lacks for the next one. */
async function proofOf(
  { installationKey, isOwnCertificate }: AdmitNeeds,
  { stationId, password: given, security: { isTls, clientCertificate: certificate } }: Visitor,
  { password, candidates }: Registered,
): Promise<{ profile: number; missing: PendingReason }> {
  if (certificate !== null && (await isOwnCertificate({ stationId, certificate })))
    return { profile: 3, missing: 'profile-too-low' };
  const right = password === null ? candidates : [password, ...candidates];
  const isRight = given !== null && right.some((hash) => isPassword(installationKey, hash, given));
  if (certificate !== null) return { profile: isRight ? 2 : 0, missing: 'wrong-certificate' };
  if (isRight) return { profile: isTls ? 2 : 1, missing: 'profile-too-low' };
  return { profile: 0, missing: given === null ? 'no-password' : 'wrong-password' };
}

function decideStranger({ isLoopbackOnly, unknownStations, minimumProfile }: AdmissionPolicy): Admission {
  if (!isLoopbackOnly || minimumProfile > 0 || unknownStations === 'refuse') return refused('unknown-station');
  return unknownStations === 'accept' ? { status: 'accepted', profile: 0 } : { status: 'pending' };
}

function refused(reason: PendingReason): Admission {
  return { status: 'refused', reason };
}

/** A05.FR.07: once a station has signed in with the profile that it accepted, no lower one is taken again. */
async function noteSignIn(
  { signIns, register, ledger, clock }: Pick<AdmitNeeds, 'signIns' | 'register' | 'ledger' | 'clock'>,
  { stationId, profile, certificate: by }: { stationId: string; profile: number; certificate: X509Certificate | null },
): Promise<void> {
  const at = clock.now();
  const certificate = by && { serialNumber: plainSerial(by.serialNumber), names: namesIn(by) };
  signIns.note(stationId, { profile, at, ...(certificate && { certificate }) });
  const wanted = register.get(stationId)?.wantedProfile ?? null;
  if (wanted !== null && profile >= wanted) await raiseFloor({ register, ledger, clock }, { stationId, profile });
}

/** It has signed in with this profile, and was to. */
export async function raiseFloor(
  { register, ledger, clock }: Pick<AdmitNeeds, 'register' | 'ledger' | 'clock'>,
  { stationId, profile }: { stationId: string; profile: number },
): Promise<void> {
  const { minimumProfile = 0, wantedProfile = null } = register.get(stationId) ?? {};
  if (minimumProfile >= profile && wantedProfile === null) return;
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'security-profile-reached', stationId, happenedAt: at, body: { profile } }],
    writes: [
      write(reachedProfiles, { stationId, minimumProfile: profile, wantedProfile: null, profileAcceptedAt: at }),
    ],
    whenRefused: 'set-aside',
  });
  register.update(stationId, { minimumProfile: profile, wantedProfile: null });
}

async function rememberPending(
  { pendingStations, register, ledger, clock }: AdmitNeeds,
  visitor: Pick<Visitor, 'stationId' | 'version' | 'address'>,
  reason: PendingReason,
): Promise<boolean> {
  const { stationId, version, address } = visitor;
  const at = clock.now();
  const isNew = pendingStations.add({ stationId, reason, version, address, at });
  if (!isNew || !pendingStations.mayAnnounce(at)) return isNew;
  await ledger.commit({
    events: [{ kind: 'station-pending', stationId, happenedAt: at, body: { reason, address, version } }],
    writes: register.has(stationId) ? [write(stationSignIns, { stationId, at, address, profile: null, reason })] : [],
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
