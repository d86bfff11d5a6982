import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { RejectStation, Station } from '#contract/stations/station.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import type { StationCommands } from '../station-commands.ts';
import { type FindNeeds, getStation } from './find-stations.ts';
import { rejectedStations } from './station-projections.ts';
import type { StationRegister } from './station-register.ts';

export type RejectNeeds = FindNeeds & {
  register: StationRegister;
  ledger: Ledger;
  clock: Clock;
  stationCommands: StationCommands;
};

/** A person turns a station away, one of ours or one that pendingStations. It may still connect, to hear that it is rejected. */
export async function rejectStation(
  needs: RejectNeeds,
  { stationId, options, actor }: { stationId: string; options: RejectStation; actor: Actor },
): Promise<Station> {
  const { register, pendingStations, ledger, clock, stationCommands } = needs;
  const known = await register.find(stationId);
  if (known === undefined && pendingStations.get(stationId) === undefined)
    throw new SigecError('NOT_FOUND', `There is no station "${stationId}". List the stations to see which there are.`);
  if (known?.isRejected) throw new SigecError('CONFLICT', `Station ${stationId} is rejected already.`);
  const { why = null } = options;
  const at = clock.now();
  const by = actorName(actor);
  await ledger.commit({
    events: [{ kind: 'station-rejected', stationId, happenedAt: at, principal: by, body: { why } }],
    writes: [write(rejectedStations, { id: stationId, at, by, why })],
    audit: [auditOf('reject-station', stationId, actor, { why })],
  });
  register.update(stationId, { isRejected: true });
  stationCommands.turnOut(stationId, 'rejected');
  return getStation(needs, stationId);
}
