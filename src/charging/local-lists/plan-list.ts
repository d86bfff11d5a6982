import type { Pool } from 'pg';
import type { ListMode } from '#contract/access/local-list.ts';
import { noStation } from '../stations/known-station.ts';
import type { EntryTexts, ListStep, ListWire } from './entry-texts.ts';
import type { Handovers } from './handovers.ts';
import { type KeptStation, type ListRow, readKeptStations } from './kept-station-store.ts';
import type { ListDifferences } from './list-differences.ts';
import { fitting, type ListMessage, limitsOf, type MessageLimits } from './list-messages.ts';
import type { MessageSizes } from './message-sizes.ts';
import type { SendPace } from './send-pace.ts';
import type { SentSoFar } from './sent-so-far.ts';
import type { TokenSnapshot } from './token-snapshot.ts';
import type { WantedList } from './wanted-list.ts';

export type ListPlan = {
  stationId: string;
  /** Named in the wish: the list keeps to them from now on. */
  pinned: readonly string[] | null;
  wanted: WantedList;
  isFull: boolean;
  steps: readonly ListStep[];
  /** What the station holds before the first message. */
  version: number;
  /** What it held a part of, before. */
  sendingBefore: string | null;
  mode: ListMode | null;
  /** One after the other, each once the station took the one before; none when there is nothing to tell. */
  messages(): AsyncGenerator<ListMessage>;
};

export type PlanWish = {
  stationId: string;
  mode: 'full' | 'differential';
  tokenIds?: readonly string[] | undefined;
  wire: ListWire;
};

export type PlanNeeds = {
  pool: Pool;
  nodeId: string;
  book: TokenSnapshot;
  texts: EntryTexts;
  differences: ListDifferences;
  pace: SendPace;
  sentSoFar: SentSoFar;
  sizes: MessageSizes;
  handovers: Handovers;
};

/** Far from where a station's counter would end; a full list may begin anew. */
const highestVersion = 2_000_000_000;

export async function planList(needs: PlanNeeds, { stationId, mode, tokenIds, wire }: PlanWish): Promise<ListPlan> {
  const [station] = await readKeptStations(needs.pool, { nodeId: needs.nodeId, ids: [stationId] });
  if (station === undefined) throw noStation(stationId);
  const { list, told } = station;
  const wanted = await needs.book.wanted({
    place: station.place,
    pinned: tokenIds ?? list.pinned,
    room: told.room,
  });
  const rest = mode === 'full' ? undefined : await restFor(needs, station, wanted);
  const { isFull, steps, from } = rest ?? { isFull: true, steps: wanted.entries, from: 0 };
  const sending = { stationId, digest: wanted.digest, steps, isFull, from, next: nextVersion(list) };
  return {
    stationId,
    pinned: tokenIds ?? null,
    wanted,
    isFull,
    steps,
    version: (from > 0 ? list.reportedVersion : list.version) ?? 0,
    sendingBefore: list.sendingDigest,
    mode: list.mode,
    messages: () => messagesOf(needs, { ...sending, wire, limits: needs.sizes.limits(stationId, limitsOf(told)) }),
  };
}

type Rest = { isFull: false; steps: readonly ListStep[]; from: number };

/** What takes the station to the wanted list without beginning anew; undefined: only a full list does. */
async function restFor(needs: PlanNeeds, { place, list }: KeptStation, wanted: WantedList): Promise<Rest | undefined> {
  const sent = needs.sentSoFar.of(place.stationId, { list, digest: wanted.digest });
  if (sent !== undefined) return { isFull: false, steps: wanted.entries.slice(sent), from: sent };
  if (!canDiffer(list)) return undefined;
  const steps = await needs.differences.between(list.digest, wanted);
  return steps && { isFull: false, steps, from: 0 };
}

/** Only upon a list that the station took whole, and of which it has not said otherwise, can a difference be built. */
export function canDiffer(list: ListRow): list is ListRow & { digest: string } {
  if (list.sentAt === null || list.digest === null || list.sendingDigest !== null || list.refusal !== null)
    return false;
  const saidLater = list.reportedAt !== null && list.reportedAt > list.sentAt;
  return !saidLater || list.reportedVersion === list.version;
}

function nextVersion({ version, reportedVersion }: ListRow): number {
  const last = Math.max(version ?? 0, reportedVersion ?? 0);
  return last >= highestVersion ? 1 : last + 1;
}

type Sending = {
  stationId: string;
  digest: string;
  steps: readonly ListStep[];
  isFull: boolean;
  from: number;
  next: number;
  wire: ListWire;
  limits: MessageLimits;
};

/** The first message of a full list replaces what was there, the others add to it. A full list may be empty, a difference not. */
async function* messagesOf(
  { texts, pace, sentSoFar, handovers }: PlanNeeds,
  { stationId, digest, steps, isFull, from, next, wire, limits }: Sending,
): AsyncGenerator<ListMessage> {
  if (steps.length === 0 && !isFull) return sentSoFar.forget(stationId);
  const isWhole = isFull || from > 0;
  let sent = 0;
  let version = next;
  do {
    const entries = fitting(await texts.of(steps.slice(sent, sent + limits.entries), wire), limits);
    await pace.take(entries.length);
    handovers.check(stationId);
    sent += entries.length;
    if (isWhole) sentSoFar.note(stationId, { digest, version, entries: from + sent });
    yield { isFull: isFull && version === next, version, entries, isLast: sent >= steps.length };
    version += 1;
  } while (sent < steps.length);
  sentSoFar.forget(stationId);
}
