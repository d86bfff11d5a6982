import { Slices } from '#base/slices.ts';
import type { KeepNeeds } from './keep-list.ts';
import { type KeptStation, readKeptStations } from './kept-station-store.ts';
import { readHoldersOfGone } from './list-content-store.ts';
import { standingEntry } from './record-standing.ts';
import { holds, isConfirmed, isDue, isLeftAlone, needsVisit } from './standing.ts';

const stationsPerCommit = 100;

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
  const slices = new Slices();
  for (const station of stations) {
    if (slices.isOver) await slices.rest();
    if (station.isElsewhere || isLeftAlone(station.list, isKeeping)) continue;
    const { list, told, place } = station;
    const wish = { place, pinned: list.pinned, room: told.room };
    const { digest } = await book.summary(wish);
    if (list.digest === digest) await needs.contents.save(digest, () => book.wanted(wish));
    const isTriedAgain = (list.state === 'pending' || list.state === 'refused') && station.isOnline;
    const isBehind = !holds(list, digest) || (list.state === 'in-sync' && !isConfirmed(list));
    if (isTriedAgain || isBehind) behind.push(station);
  }
  const waiting = behind.filter(({ isOnline, list }) => !isOnline && !isKnownToWait(list));
  const entries = waiting.map((station) =>
    standingEntry(station, { state: 'pending', because: 'offline', said: null }, now),
  );
  for (let at = 0; at < entries.length; at += stationsPerCommit) {
    const some = entries.slice(at, at + stationsPerCommit);
    await ledger.commit({
      events: some.flatMap(({ events = [] }) => events),
      writes: some.flatMap(({ writes = [] }) => writes),
    });
  }
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
  const isOurTurn = state === null || state === 'in-sync' || (state === 'pending' && because !== 'offline');
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
  const slices = new Slices();
  for (const station of await readKeptStations(pool, { nodeId, ids: stationIds })) {
    if (slices.isOver) await slices.rest();
    const { list, place, told } = station;
    if (isLeftAlone(list, isKeeping)) continue;
    const { digest } = await book.summary({ place, pinned: list.pinned, room: told.room });
    if (needsVisit(station, digest, now)) behind.push(station);
  }
  return behind.map(idOf);
}
