import type { KeepNeeds } from './keep-list.ts';
import { type KeptStation, readKeptStations } from './kept-station-store.ts';
import { readHoldersOfGone } from './local-list-store.ts';
import { standingEntry } from './record-standing.ts';
import { holds, isConfirmed, isDue, modeOf, needsVisit } from './standing.ts';

/** Stations to visit. */
export type Compared = {
  /** Their lists hold a token that exists no more. */
  urgent: readonly string[];
  behind: readonly string[];
};

/**
 * Looks at the lists of all stations at once. Those that are behind and online are to be visited; of those offline it is
 * written down that something waits for them.
 */
export async function compareLists(needs: KeepNeeds, { isRemoval }: { isRemoval: boolean }): Promise<Compared> {
  const { pool, nodeId, clock, ledger, book, isKeeping } = needs;
  const now = clock.now();
  const stations = await readKeptStations(pool, { nodeId, ids: null });
  const holders = isRemoval ? await readHoldersOfGone(pool) : new Set<string>();
  const behind: KeptStation[] = [];
  for (const station of stations) {
    if (station.isElsewhere || modeOf(station.list, isKeeping) === 'off') continue;
    const { list, told } = station;
    const { digest } = await book.wanted({ place: station.place, pinned: list.pinned, room: told.room });
    const isTriedAgain = (list.state === 'waiting' || list.state === 'refused') && station.isOnline;
    const isBehind = !holds(list, digest) || (list.state === 'in-step' && !isConfirmed(list));
    if (isTriedAgain || isBehind) behind.push(station);
  }
  const waiting = behind.filter(({ isOnline, list }) => !isOnline && !isKnownToWait(list));
  const entries = waiting.map((station) =>
    standingEntry(station, { state: 'waiting', because: 'offline', said: null }, now),
  );
  if (entries.length > 0)
    await ledger.commit({
      events: entries.flatMap(({ events = [] }) => events),
      writes: entries.flatMap(({ writes = [] }) => writes),
    });
  const online = behind.filter(({ isOnline }) => isOnline);
  // A token that was taken away just now goes at once, even from a station that is left alone for a while.
  const isUrgent = ({ place }: KeptStation) => holders.has(place.stationId);
  return {
    urgent: online.filter(isUrgent).map(idOf),
    behind: online.filter((station) => !isUrgent(station) && isDue(station, now)).map(idOf),
  };
}

/** A station that cannot or will not take a list does not wait for one: its time comes anyway. */
function isKnownToWait({ state, because }: KeptStation['list']): boolean {
  const isOurTurn = state === null || state === 'in-step' || (state === 'waiting' && because !== 'offline');
  return !isOurTurn;
}

function idOf({ place }: KeptStation): string {
  return place.stationId;
}

/** Of stations that arrived, those that have to hear something of their list, or to say whether they still have it. */
export async function listsToVisit(needs: KeepNeeds, stationIds: readonly string[]): Promise<string[]> {
  const { pool, nodeId, clock, book, isKeeping } = needs;
  const now = clock.now();
  const behind: KeptStation[] = [];
  for (const station of await readKeptStations(pool, { nodeId, ids: stationIds })) {
    const { list, place, told } = station;
    if (modeOf(list, isKeeping) === 'off') continue;
    const { digest } = await book.wanted({ place, pinned: list.pinned, room: told.room });
    if (needsVisit(station, digest, now)) behind.push(station);
  }
  return behind.map(idOf);
}
