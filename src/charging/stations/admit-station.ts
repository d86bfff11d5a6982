import type { Clock } from '#clock.ts';
import type { KnockReason, OcppVersion } from '#contract/station.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { enterStation } from './accept-station.ts';
import type { Knocks } from './knocks.ts';
import { isPassword } from './station-password.ts';
import type { Registered, StationRegister } from './station-register.ts';

export type AdmissionPolicy = {
  isLoopbackOnly: boolean;
  unknownStations: 'knock' | 'accept' | 'refuse';
  passwordRequired: boolean;
};

export type AdmitNeeds = {
  register: StationRegister;
  knocks: Knocks;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  policy: AdmissionPolicy;
};

export type Visitor = { stationId: string; password: Buffer | null; version: OcppVersion | null; address: string };

export type Admission =
  | { status: 'accepted' }
  /** Connected, but waiting for a person to accept it. */
  | { status: 'knocking' }
  | { status: 'refused'; reason: KnockReason };

/** Whether a station that stands at the door may enter, before its socket is opened. */
export async function admitStation(needs: AdmitNeeds, visitor: Visitor): Promise<Admission> {
  const admission = decide(needs, visitor, await needs.register.find(visitor.stationId));
  if (admission.status === 'accepted') {
    needs.knocks.remove(visitor.stationId);
    if (!needs.register.has(visitor.stationId))
      await enterStation(needs, { stationId: visitor.stationId, by: 'policy:accept', password: null });
    return admission;
  }
  await rememberKnock(needs, visitor, admission.status === 'refused' ? admission.reason : 'unknown-station');
  return admission;
}

function decide({ installationKey, policy }: AdmitNeeds, visitor: Visitor, station: Registered | undefined): Admission {
  if (station === undefined) return decideStranger(policy);
  if (station.password !== null) {
    if (visitor.password === null) return { status: 'refused', reason: 'no-password' };
    const isRight = isPassword(installationKey, station.password, visitor.password);
    return isRight ? { status: 'accepted' } : { status: 'refused', reason: 'wrong-password' };
  }
  const mayEnter = policy.isLoopbackOnly && !policy.passwordRequired;
  return mayEnter ? { status: 'accepted' } : { status: 'refused', reason: 'no-password' };
}

function decideStranger({ isLoopbackOnly, unknownStations, passwordRequired }: AdmissionPolicy): Admission {
  if (!isLoopbackOnly || passwordRequired || unknownStations === 'refuse')
    return { status: 'refused', reason: 'unknown-station' };
  return { status: unknownStations === 'accept' ? 'accepted' : 'knocking' };
}

async function rememberKnock(
  { knocks, ledger, clock }: AdmitNeeds,
  visitor: Visitor,
  reason: KnockReason,
): Promise<void> {
  const { stationId, version, address } = visitor;
  const at = clock.now();
  const isNew = knocks.add({ stationId, reason, version, address, at });
  if (!isNew || !knocks.mayAnnounce(at)) return;
  await ledger.commit({
    events: [{ kind: 'station-knocked', stationId, happenedAt: at, body: { reason, address, version } }],
    whenRefused: 'set-aside',
  });
}
