import type { Pool } from 'pg';
import { Slices } from '#base/slices.ts';
import type { LocalList, LocalListEntryQuery, LocalListQuery, LocalListRow } from '#contract/access/local-list.ts';
import { noStation } from '../stations/known-station.ts';
import { type ListRow, readKeptStations } from './kept-station-store.ts';
import { countEntries, readContent } from './list-content-store.ts';
import type { HeldEntry } from './listable-token.ts';
import { keepingOf, modeOf } from './standing.ts';
import type { TokenSnapshot } from './token-snapshot.ts';
import type { WantedList } from './wanted-list.ts';

export type ViewNeeds = { pool: Pool; nodeId: string; book: TokenSnapshot; isKeeping: boolean };

/** Compares what the station should know with what it took from us and with what it says it has. */
export async function viewLocalList(
  needs: ViewNeeds,
  stationId: string,
  { limit }: LocalListEntryQuery,
): Promise<LocalList> {
  const { pool, nodeId, book, isKeeping } = needs;
  const [station] = await readKeptStations(pool, { nodeId, ids: [stationId] });
  if (station === undefined) throw noStation(stationId);
  const { list, place, told } = station;
  const wish = { place, pinned: list.pinned, room: told.room };
  const [held, wanted, summary] = await Promise.all([
    readContent(pool, list.digest),
    book.wanted(wish),
    book.summary(wish),
  ]);
  const states = await statesOf(wanted, held);
  const counts = { held: 0, missing: 0, outdated: 0, surplus: 0, 'too-long': 0, 'no-room': 0 };
  for (const state of states.values()) counts[state] += 1;
  const isManual = modeOf(list, isKeeping) === 'manual';
  const why = isManual ? 'sent-by-hand' : whyOutOfStep(list, counts);
  return {
    stationId,
    keeping: keepingOf(station, summary, isKeeping),
    version: list.version,
    sentAt: list.sentAt?.toISOString() ?? null,
    reportedVersion: list.reportedVersion,
    reportedAt: list.reportedAt?.toISOString() ?? null,
    isInSync: why === null,
    why,
    refusal: list.refusal,
    counts,
    entries: await labelled(pool, [...states].slice(0, limit)),
  };
}

/** All stations that ever spoke to us, without their tokens. */
export async function viewLocalLists(
  { pool, nodeId, book, isKeeping }: ViewNeeds,
  { state }: LocalListQuery,
): Promise<LocalListRow[]> {
  const [stations, entries] = await Promise.all([readKeptStations(pool, { nodeId, ids: null }), countEntries(pool)]);
  const rows: LocalListRow[] = [];
  const slices = new Slices();
  for (const station of stations) {
    if (slices.isOver) await slices.rest();
    const { list, place, told } = station;
    const wanted = await book.summary({ place, pinned: list.pinned, room: told.room });
    const { stationId } = place;
    const { version, digest } = list;
    const tokens = entries.get(digest ?? '') ?? 0;
    rows.push({ stationId, ...keepingOf(station, wanted, isKeeping), version, tokens });
  }
  return state === undefined ? rows : rows.filter((row) => row.state === state);
}

type Entry = LocalList['entries'][number];

/** Of every token that is wanted, held or left out; what needs attention comes first. */
async function statesOf(wanted: WantedList, held: readonly HeldEntry[]): Promise<Map<string, Entry['state']>> {
  const slices = new Slices();
  const known = new Map<string, string>();
  for (const { tokenId, fingerprint } of held) {
    if (slices.isOver) await slices.rest();
    known.set(tokenId, fingerprint);
  }
  const differing = new Map<string, Entry['state']>();
  const same = new Map<string, Entry['state']>();
  for (const { tokenId, fingerprint } of wanted.entries) {
    if (slices.isOver) await slices.rest();
    const before = known.get(tokenId);
    known.delete(tokenId);
    if (before === fingerprint) same.set(tokenId, 'held');
    else differing.set(tokenId, before === undefined ? 'missing' : 'outdated');
  }
  for (const tokenId of known.keys()) differing.set(tokenId, 'surplus');
  for (const tokenId of wanted.tooLong) differing.set(tokenId, 'too-long');
  for (const tokenId of wanted.noRoom) if (!known.has(tokenId)) same.set(tokenId, 'no-room');
  return new Map([...differing, ...same]);
}

async function labelled(pool: Pool, states: readonly [string, Entry['state']][]): Promise<Entry[]> {
  const { rows } = await pool.query<{ id: string; label: string }>('select id, label from token where id = any($1)', [
    states.map(([tokenId]) => tokenId),
  ]);
  const labels = new Map(rows.map(({ id, label }) => [id, label]));
  return states
    .map(([tokenId, state]) => ({ tokenId, label: labels.get(tokenId) ?? null, state }))
    .toSorted((a, b) => (a.tokenId < b.tokenId ? -1 : 1));
}

function whyOutOfStep(list: ListRow, counts: LocalList['counts']): LocalList['why'] {
  if (list.refusal) return 'refused';
  if (list.sendingDigest !== null) return 'incomplete';
  if (!list.sentAt) return 'never-sent';
  if (list.digest === null) return 'incomplete';
  const saidLater = list.reportedAt !== null && list.reportedAt > list.sentAt;
  if (saidLater && list.reportedVersion !== list.version) return 'other-version';
  return counts.missing + counts.outdated + counts.surplus === 0 ? null : 'tokens-changed';
}
