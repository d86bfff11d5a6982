import type { Pool } from 'pg';
import type { LocalList, LocalListQuery, LocalListRow } from '#contract/local-list.ts';
import { noStation } from '../stations/known-station.ts';
import type { HeldEntry } from './difference.ts';
import { type ListRow, readKeptStations } from './kept-station-store.ts';
import { countHeld, readHeld } from './local-list-store.ts';
import { keepingOf } from './standing.ts';
import type { TokenBook } from './token-book.ts';
import type { WantedList } from './wanted-list.ts';

export type ViewNeeds = { pool: Pool; nodeId: string; book: TokenBook; isKeeping: boolean };

/** Compares what the station should know with what it took from us and with what it says it has. */
export async function viewLocalList(needs: ViewNeeds, stationId: string): Promise<LocalList> {
  const { pool, nodeId, book, isKeeping } = needs;
  const [station] = await readKeptStations(pool, { nodeId, ids: [stationId] });
  if (station === undefined) throw noStation(stationId);
  const { list, place, told } = station;
  const held = await readHeld(pool, stationId);
  const wanted = await book.wanted({ place, pinned: list.pinned, room: told.room });
  const entries = entriesOf(wanted, held, await labelsOf(pool, wanted));
  const why = whyOutOfStep(list, entries);
  return {
    stationId,
    keeping: keepingOf(station, wanted, isKeeping),
    version: list.version,
    sentAt: list.sentAt?.toISOString() ?? null,
    reportedVersion: list.reportedVersion,
    reportedAt: list.reportedAt?.toISOString() ?? null,
    isInStep: why === null,
    why,
    refusal: list.refusal,
    entries,
  };
}

/** All stations that ever spoke to us, without their tokens. */
export async function viewLocalLists(
  { pool, nodeId, book, isKeeping }: ViewNeeds,
  { state }: LocalListQuery,
): Promise<LocalListRow[]> {
  const [stations, held] = await Promise.all([readKeptStations(pool, { nodeId, ids: null }), countHeld(pool)]);
  const rows: LocalListRow[] = [];
  for (const station of stations) {
    const { list, place, told } = station;
    const wanted = await book.wanted({ place, pinned: list.pinned, room: told.room });
    const { stationId } = place;
    const { version } = list;
    rows.push({ stationId, ...keepingOf(station, wanted, isKeeping), version, tokens: held.get(stationId) ?? 0 });
  }
  return state === undefined ? rows : rows.filter((row) => row.state === state);
}

type Entry = LocalList['entries'][number];

function entriesOf(wanted: WantedList, held: readonly HeldEntry[], labels: ReadonlyMap<string, string>): Entry[] {
  const known = new Map(held.map(({ tokenId, fingerprint }) => [tokenId, fingerprint]));
  const leftOut = (state: 'too-long' | 'no-room') => (tokenId: string) => ({
    tokenId,
    label: labels.get(tokenId) ?? null,
    state,
  });
  const entries: Entry[] = [
    ...wanted.entries.map(({ tokenId, token: { label }, fingerprint }) => ({
      tokenId,
      label,
      state: stateOf(fingerprint, known.get(tokenId)),
    })),
    ...wanted.tooLong.map(leftOut('too-long')),
    ...wanted.noRoom.filter((id) => !known.has(id)).map(leftOut('no-room')),
  ];
  const kept = new Set(entries.map(({ tokenId }) => tokenId));
  const surplus = held.filter(({ tokenId }) => !kept.has(tokenId));
  return [...entries, ...surplus.map(({ tokenId }) => ({ tokenId, label: null, state: 'surplus' as const }))].toSorted(
    (a, b) => (a.tokenId < b.tokenId ? -1 : 1),
  );
}

async function labelsOf(pool: Pool, { tooLong, noRoom }: WantedList): Promise<Map<string, string>> {
  const ids = [...tooLong, ...noRoom];
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{ id: string; label: string }>('select id, label from token where id = any($1)', [
    ids,
  ]);
  return new Map(rows.map(({ id, label }) => [id, label]));
}

function stateOf(wanted: string, held: string | undefined): 'held' | 'missing' | 'outdated' {
  if (held === undefined) return 'missing';
  return held === wanted ? 'held' : 'outdated';
}

function whyOutOfStep(list: ListRow, entries: readonly Entry[]): LocalList['why'] {
  if (list.refusal) return 'refused';
  if (!list.sentAt) return 'never-sent';
  if (!list.isComplete) return 'incomplete';
  const saidLater = list.reportedAt !== null && list.reportedAt > list.sentAt;
  if (saidLater && list.reportedVersion !== list.version) return 'other-version';
  const isFine = entries.every(({ state }) => state === 'held' || state === 'too-long' || state === 'no-room');
  return isFine ? null : 'tokens-changed';
}
