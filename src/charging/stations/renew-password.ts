import { SigecError } from '#base/errors.ts';
import type { AcceptedStation } from '#contract/stations/station.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { AcceptNeeds } from './accept-station.ts';
import { getStation } from './find-stations.ts';
import { mustBeKnown } from './known-station.ts';
import { settledPasswords } from './password-projections.ts';
import { hashPassword, makePassword } from './station-password.ts';

/** A person gives a station of ours a new password, typed into the station by hand. A connection that is open stays. */
export async function renewPassword(
  needs: AcceptNeeds,
  { stationId, actor }: { stationId: string; actor: Actor },
): Promise<AcceptedStation> {
  const { register, pendingStations, ledger, clock, installationKey } = needs;
  await mustBeKnown(register, stationId);
  const known = register.get(stationId);
  if (known?.isRejected) throw new SigecError('CONFLICT', `Station ${stationId} is rejected; accept it first.`);
  const station = await getStation(needs, stationId); // before the commit: the password is shown this once
  const password = makePassword();
  const hash = hashPassword(installationKey, password);
  const at = clock.now();
  const by = actorName(actor);
  const dropped = known?.candidates.map(({ id }) => id) ?? []; // a new password ends every change under way
  await ledger.commit({
    events: [{ kind: 'password-renewed', stationId, happenedAt: at, principal: by, body: {} }],
    writes: [write(settledPasswords, { stationId, password: hash, dropped, at })],
    audit: [
      { principal: by, door: actor.door, action: 'renew-password', subject: stationId, outcome: 'done', details: {} },
    ],
  });
  register.update(stationId, { password: hash, candidates: [] });
  pendingStations.remove(stationId);
  return { station: { ...station, hasPassword: true }, password };
}
