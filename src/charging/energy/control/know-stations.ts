import type { SiteInputs } from '../inputs/site-inputs.ts';
import type { ControlNeeds } from './control-needs.ts';
import type { EvseState } from './evse-state.ts';
import type { SiteMemory } from './site-memory.ts';

/** Brings what is known of the EVSEs of a site up to now: who is there, with which session, and what its station holds. */
export async function knowStations(
  { readHolds, abilities, versionOf }: Pick<ControlNeeds, 'readHolds' | 'abilities' | 'versionOf'>,
  memory: SiteMemory,
  inputs: SiteInputs,
  now: number,
): Promise<void> {
  const places = inputs.settings.tree.nodes.flatMap(({ id, evse }) => (evse === null ? [] : [{ nodeId: id, evse }]));
  const byStation = Map.groupBy(places, ({ evse }) => evse.stationId);
  await abilities.load([...byStation.keys()]);
  const fresh = [...byStation].filter(([, ofStation]) => ofStation.some(({ nodeId }) => !memory.evses.has(nodeId)));
  const books = new Map(
    await Promise.all(
      fresh.map(async ([stationId, ofStation]) => {
        const evses = ofStation.map(({ evse }) => ({ evseId: evse.evseId, evse }));
        return [stationId, await readHolds(stationId, evses, now)] as const;
      }),
    ),
  );
  const sessions = new Map(inputs.cars.map((car) => [car.nodeId, car.sessionId]));
  const known = new Map(
    places.map(({ nodeId, evse }): [string, EvseState] => {
      const before = memory.evses.get(nodeId);
      const sessionId = sessions.get(nodeId) ?? null;
      const isOnline = versionOf(evse.stationId) !== undefined;
      const stored = books.get(evse.stationId)?.get(evse.evseId);
      const state = before ?? {
        nodeId,
        stationId: evse.stationId,
        evseId: evse.evseId,
        evse,
        isOnline,
        defaultA: stored?.defaultA ?? null,
        holds: stored?.holds ?? [],
        sessionId,
        // Whoever was seen to ignore its profiles, and not to follow since, counts with all it can draw until it is seen again.
        strayA: abilities.learnedOf(evse.stationId).findings.includes('ignores-profiles') ? evse.maxA : null,
      };
      // The plan of a session ends with it; a station out of reach has not said yet that it did.
      const hasEnded = isOnline && before !== undefined && before.sessionId !== null && before.sessionId !== sessionId;
      const holds = state.holds.filter(
        ({ until, outlastsSession }) => until > now && (!hasEnded || outlastsSession === true),
      );
      return [
        nodeId,
        { ...state, evse: withPilots(evse, abilities), isOnline, sessionId, holds, ...(hasEnded && { strayA: null }) },
      ];
    }),
  );
  memory.evses.clear();
  for (const [nodeId, state] of known) memory.evses.set(nodeId, state);
  const running = new Set(inputs.cars.map(({ sessionId }) => sessionId));
  for (const sessionId of memory.promised) if (!running.has(sessionId)) memory.promised.delete(sessionId);
  for (const [nodeId, { sessionId }] of memory.sent)
    if (known.get(nodeId)?.sessionId !== sessionId) memory.sent.delete(nodeId);
}

function withPilots(evse: EvseState['evse'], abilities: ControlNeeds['abilities']): EvseState['evse'] {
  const { pilotsA } = abilities.learnedOf(evse.stationId);
  return pilotsA === null ? evse : { ...evse, pilotsA: [...pilotsA] };
}
