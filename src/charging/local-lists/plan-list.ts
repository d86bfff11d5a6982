import type { Pool } from 'pg';
import { revealed } from '../authorization/reveal.ts';
import { readSealed } from '../authorization/token-store.ts';
import { noStation } from '../stations/known-station.ts';
import { differenceOf } from './difference.ts';
import { type KeptStation, type ListRow, readKeptStations } from './kept-station-store.ts';
import { inMessages, type ListEntry, type ListMessage } from './list-messages.ts';
import { readHeld } from './local-list-store.ts';
import type { TokenBook } from './token-book.ts';
import type { WantedEntry, WantedList } from './wanted-list.ts';

export type ListPlan = {
  stationId: string;
  /** Named in the wish: the list keeps to them from now on. */
  pinned: readonly string[] | null;
  wanted: WantedList;
  messages: readonly ListMessage[];
  /** What the station holds before the first message. */
  version: number;
};

export type PlanWish = {
  stationId: string;
  mode: 'full' | 'differential';
  tokenIds?: readonly string[] | undefined;
  /** How long an entry is on the wire. */
  bytesOf(entry: ListEntry): number;
};

export type PlanNeeds = { pool: Pool; installationKey: Buffer; nodeId: string; book: TokenBook };

/** Far from where a station's counter would end; a full list may begin anew. */
const highestVersion = 2_000_000_000;

export async function planList(needs: PlanNeeds, { stationId, mode, tokenIds, bytesOf }: PlanWish): Promise<ListPlan> {
  const { pool } = needs;
  const [station] = await readKeptStations(pool, { nodeId: needs.nodeId, ids: [stationId] });
  if (station === undefined) throw noStation(stationId);
  const { list, told } = station;
  const wanted = await needs.book.wanted({
    place: station.place,
    pinned: tokenIds ?? list.pinned,
    room: told.room,
  });
  const difference = mode === 'full' ? undefined : await differenceFor(needs, station, wanted);
  const entries = difference ?? (await entriesOf(needs, wanted.entries));
  return {
    stationId,
    pinned: tokenIds ?? null,
    wanted,
    version: list.version ?? 0,
    messages: inMessages(entries, { isFull: difference === undefined, next: nextVersion(list), told, bytesOf }),
  };
}

/** undefined: only a full list takes the station to what is wanted. */
async function differenceFor(
  needs: PlanNeeds,
  { place, list }: KeptStation,
  wanted: WantedList,
): Promise<ListEntry[] | undefined> {
  if (!canDiffer(list)) return undefined;
  const { pool, installationKey } = needs;
  const { toTell, toRemove } = differenceOf(wanted.entries, await readHeld(pool, place.stationId));
  const gone = toRemove.length === 0 ? [] : await readSealed(pool, toRemove);
  // A token that was deleted cannot be named any more.
  if (gone.length < toRemove.length) return undefined;
  const told = new Set(toTell);
  const taken = gone.map((row) => ({ token: revealed(installationKey, row), info: null }));
  // What goes makes room for what comes.
  return [
    ...taken,
    ...(await entriesOf(
      needs,
      wanted.entries.filter(({ tokenId }) => told.has(tokenId)),
    )),
  ];
}

async function entriesOf({ pool, installationKey }: PlanNeeds, wanted: readonly WantedEntry[]): Promise<ListEntry[]> {
  if (wanted.length === 0) return [];
  const rows = new Map(
    (
      await readSealed(
        pool,
        wanted.map(({ tokenId }) => tokenId),
      )
    ).map((row) => [row.id, row]),
  );
  return wanted.flatMap(({ tokenId, token, isBlocked, fingerprint }) => {
    const row = rows.get(tokenId);
    if (row === undefined) return []; // removed a moment ago; the next look takes it away
    const { expiresAt, language } = token;
    const isOver = expiresAt !== null && expiresAt <= new Date();
    const status = isBlocked ? 'blocked' : isOver ? 'expired' : 'accepted';
    return [{ token: revealed(installationKey, row), info: { status, expiresAt, language, fingerprint } } as const];
  });
}

/** Only upon a list that the station took whole, and of which it has not said otherwise, can a difference be built. */
export function canDiffer(list: ListRow): boolean {
  if (!list.sentAt || !list.isComplete || list.refusal !== null) return false;
  const saidLater = list.reportedAt !== null && list.reportedAt > list.sentAt;
  return !saidLater || list.reportedVersion === list.version;
}

function nextVersion({ version, reportedVersion }: ListRow): number {
  const last = Math.max(version ?? 0, reportedVersion ?? 0);
  return last >= highestVersion ? 1 : last + 1;
}
