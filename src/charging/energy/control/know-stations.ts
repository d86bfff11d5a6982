import type { SiteInputs } from '../inputs/site-inputs.ts';
import type { ControlNeeds } from './control-needs.ts';
import { type EvseState, inDoubt } from './evse-state.ts';
import { currentAt, type SentSession, type SiteMemory } from './site-memory.ts';

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
  // A doubt that comes while the books are read is for the next time.
  const doubted = new Set(memory.doubted);
  const again = new Set([...doubted, ...memory.reported]);
  memory.doubted.clear();
  memory.reported.clear();
  const fresh = [...byStation].filter(
    ([stationId, ofStation]) => again.has(stationId) || ofStation.some(({ nodeId }) => !memory.evses.has(nodeId)),
  );
  const reading = fresh.map(async ([stationId, ofStation]) => {
    const evses = ofStation.map(({ evse }) => ({ evseId: evse.evseId, evse }));
    const { purpose } = abilities.learnedOf(stationId);
    return [stationId, await readHolds(stationId, evses, { now, purpose })] as const;
  });
  const books = new Map(
    await Promise.all(reading).catch((error: unknown) => {
      for (const stationId of doubted) memory.doubted.add(stationId);
      throw error;
    }),
  );
  const sessions = new Map(inputs.cars.map((car) => [car.nodeId, car.sessionId]));
  const known = new Map(
    places.map(({ nodeId, evse }): [string, EvseState] => {
      const before = memory.evses.get(nodeId);
      const sessionId = sessions.get(nodeId) ?? null;
      const isHere = inputs.elsewhere?.has(evse.stationId) !== true;
      const isOnline = isHere && versionOf(evse.stationId) !== undefined;
      const stored = books.get(evse.stationId)?.get(evse.evseId);
      const state = (before !== undefined && again.has(evse.stationId) ? asBooked(before, stored) : before) ?? {
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
        {
          ...state,
          evse: withPilots(evse, abilities),
          isOnline,
          sessionId,
          holds,
          isNeverPaused: losesPaused(evse, abilities),
          ...(hasEnded && { strayA: null }),
        },
      ];
    }),
  );
  // A plan that is not in the books as it was sent is sent again; a station wears its memory with each.
  for (const [nodeId, session] of memory.sent) {
    const state = known.get(nodeId);
    if (state !== undefined && again.has(state.stationId) && !isHeld(state, session, now)) memory.sent.delete(nodeId);
  }
  memory.evses.clear();
  for (const [nodeId, state] of known)
    memory.evses.set(nodeId, memory.doubted.has(state.stationId) ? inDoubt(state) : state);
  const running = new Set(inputs.cars.map(({ sessionId }) => sessionId));
  for (const sessionId of memory.promised) if (!running.has(sessionId)) memory.promised.delete(sessionId);
  for (const [nodeId, { sessionId }] of memory.sent)
    if (known.get(nodeId)?.sessionId !== sessionId) memory.sent.delete(nodeId);
}

/** What was sent to it meanwhile, or fades, may hold beside what its books say. */
function asBooked(before: EvseState, stored: Pick<EvseState, 'defaultA' | 'holds'> | undefined): EvseState {
  const ofSession = before.holds.filter((hold) => hold.outlastsSession !== true && hold.isBooked !== true);
  const booked = (stored?.holds ?? []).map((hold) => ({ ...hold, isBooked: true }));
  return { ...before, defaultA: stored?.defaultA ?? null, holds: [...booked, ...ofSession] };
}

function isHeld({ holds }: EvseState, { steps }: SentSession, now: number): boolean {
  const saidA = Math.max(0, currentAt(steps, now));
  const own = holds.filter(({ foreign, isBooked }) => foreign === undefined && isBooked === true);
  return own.some((hold) => now < hold.until && Math.abs(currentAt(hold.steps, now) - saidA) < 0.1);
}

function losesPaused({ stationId }: EvseState['evse'], abilities: ControlNeeds['abilities']): boolean {
  const { findings } = abilities.learnedOf(stationId);
  return findings.includes('does-not-wake') || findings.includes('zero-ends-session');
}

function withPilots(evse: EvseState['evse'], abilities: ControlNeeds['abilities']): EvseState['evse'] {
  const { pilotsA } = abilities.learnedOf(evse.stationId);
  return pilotsA === null ? evse : { ...evse, pilotsA: [...pilotsA] };
}
