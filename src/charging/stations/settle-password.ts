import type { Clock } from '#base/clock.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { isPassword } from './station-password.ts';
import type { Registered, StationRegister } from './station-register.ts';
import { settledPasswords } from './password-projections.ts';

export type SettleNeeds = { register: StationRegister; ledger: Ledger; clock: Clock; installationKey: Buffer };

export type SignIn = { stationId: string; station: Registered; given: Buffer | null };

/**
 * A station signs in while its password is being changed: the password it uses tells how the change went.
 * One it has accepted stays possible even if it still uses the old one, since some apply it with their next restart only.
 */
export async function settlePassword(needs: SettleNeeds, { stationId, station, given }: SignIn): Promise<void> {
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
