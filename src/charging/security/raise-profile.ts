import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Outcome } from '#contract/commands/command.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import type { Registered, StationRegister } from '../stations/station-register.ts';
import { acceptedProfiles } from './security-projections.ts';

export type RaiseProfileNeeds = { register: StationRegister; ledger: Ledger; clock: Clock };

/** A05: a security profile only rises (A05.FR.07), and nobody is sent where they could not sign in. */
export async function raiseProfile(
  { register, ledger, clock }: RaiseProfileNeeds,
  { stationId, profile }: { stationId: string; profile: number },
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  mustBePossible(await register.find(stationId), { stationId, profile });
  const outcome = await send();
  if (outcome.status !== 'accepted') return outcome;
  const at = clock.now();
  await ledger.commit({
    events: [{ kind: 'security-profile-accepted', stationId, happenedAt: at, body: { profile } }],
    writes: [write(acceptedProfiles, { stationId, profile, at })],
  });
  register.update(stationId, { minimumProfile: profile });
  return outcome;
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
