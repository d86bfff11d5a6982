import type { Pool } from 'pg';
import { type RevealedToken, revealed } from '../authorization/reveal.ts';
import { readSealed, type SealedToken } from '../authorization/token-store.ts';
import { differenceOf, fingerprintOf, isListed } from './difference.ts';
import { type ListRow, readHeld, readList } from './local-list-store.ts';

/** One message of a list. An entry without `info` takes the token away. */
export type ListMessage = { isFull: boolean; version: number; entries: readonly ListEntry[]; isLast: boolean };
export type ListEntry = { token: RevealedToken; info: ListedInfo | null };
export type ListedInfo = { isBlocked: boolean; expiresAt: Date | null; language: string | null; fingerprint: string };

export type ListPlan = {
  stationId: string;
  wantedTokenIds: readonly string[] | null;
  messages: readonly ListMessage[];
  /** What the station holds before the first message. */
  version: number;
  /** Tokens too long for the station's version. */
  leftOut: readonly string[];
};

export type ListWish = {
  stationId: string;
  mode: 'full' | 'differential';
  tokenIds?: readonly string[] | undefined;
  /** Longest token the version can say. */
  longestToken: number;
  /** How many entries the station takes at once, when it has said so. */
  mostEntries: number | null;
};

/** A station that has not said how many it takes gets no more at once. */
const usualEntries = 250;

export async function planList(
  { pool, installationKey }: { pool: Pool; installationKey: Buffer },
  { stationId, mode, tokenIds, longestToken, mostEntries }: ListWish,
): Promise<ListPlan> {
  const wantedTokenIds = tokenIds ?? null;
  const list = await readList(pool, stationId);
  const tokens = (await readSealed(pool, wantedTokenIds)).filter(isListed);
  const entries = new Map(tokens.map((row) => [row.id, { token: revealed(installationKey, row), info: infoOf(row) }]));
  const isLong = ({ id }: SealedToken) => (entries.get(id)?.token.value.length ?? 0) > longestToken;
  const sayable = tokens.filter((row) => !isLong(row));
  const leftOut = tokens.filter(isLong).map(({ id }) => id);
  const next = Math.max(list?.version ?? 0, list?.reportedVersion ?? 0) + 1;
  const tell = (rows: readonly SealedToken[]) => rows.flatMap(({ id }) => entries.get(id) ?? []);

  const plan = (told: readonly ListEntry[], isFull: boolean) => ({
    stationId,
    wantedTokenIds,
    version: list?.version ?? 0,
    leftOut,
    messages: inMessages(told, { isFull, next, size: mostEntries ?? usualEntries }),
  });

  if (mode === 'full' || !canDiffer(list)) return plan(tell(sayable), true);
  const { toTell, toRemove } = differenceOf(sayable, await readHeld(pool, stationId));
  const gone = toRemove.length === 0 ? [] : await readSealed(pool, toRemove);
  // A token that was deleted cannot be named any more: only a full list takes it away.
  if (gone.length < toRemove.length) return plan(tell(sayable), true);
  const taken = gone.map((row) => ({ token: revealed(installationKey, row), info: null }));
  return plan([...tell(toTell), ...taken], false);
}

/** Only upon a list that the station took whole, and of which it has not said otherwise, can a difference be built. */
function canDiffer(list: ListRow | undefined): boolean {
  if (!list?.sentAt || !list.isComplete || list.refusal !== null) return false;
  const saidLater = list.reportedAt !== null && list.reportedAt > list.sentAt;
  return !saidLater || list.reportedVersion === list.version;
}

function infoOf(row: SealedToken): ListedInfo {
  const { isBlocked, expiresAt, language } = row;
  return { isBlocked, expiresAt, language, fingerprint: fingerprintOf(row) };
}

/** The first message of a full list replaces what was there, the others add to it. A full list may be empty, a difference not. */
function inMessages(
  entries: readonly ListEntry[],
  { isFull, next, size }: { isFull: boolean; next: number; size: number },
): ListMessage[] {
  const count = Math.max(Math.ceil(entries.length / size), isFull ? 1 : 0);
  return Array.from({ length: count }, (_, index) => ({
    isFull: isFull && index === 0,
    version: next + index,
    entries: entries.slice(index * size, (index + 1) * size),
    isLast: index === count - 1,
  }));
}
