import { Slices } from '#base/slices.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { bucketCount, bucketOf, digestOfSum, fingerprintOf, markOf } from './difference.ts';
import { isListed, type ListableToken, type ListPlace, toldAt, type WantedEntry } from './listable-token.ts';

export type WantedList = {
  /** By bucket, then by token: the same entries stand in the same order, whoever used their token last. */
  entries: readonly WantedEntry[];
  buckets: readonly Bucket[];
  tooLong: readonly string[];
  noRoom: readonly string[];
  digest: string;
};
/** Entries `from` up to, and not including, `to`. */
export type Bucket = { digest: string; from: number; to: number };

export type ListWish = {
  place: ListPlace;
  /** Named by the operator; null: whoever may charge there. */
  pinned: readonly string[] | null;
  /** How many the station can hold; null: it has not said. */
  room: number | null;
  now: Date;
};

const longestToken = { '1.6': 20, '2.0.1': 36, '2.1': 36 } satisfies Record<OcppVersion, number>;

/** `tokens`: most recently used first. Who may charge goes before who may not, where there is not room for all. */
export async function wantedList(
  tokens: readonly ListableToken[],
  { place, pinned, room, now }: ListWish,
): Promise<WantedList> {
  const named = pinned && new Set(pinned);
  const longest = longestToken[place.version];
  const tooLong: string[] = [];
  const usable: WantedEntry[] = [];
  const others: WantedEntry[] = [];
  const slices = new Slices();
  for (const token of tokens) {
    if (slices.isOver) await slices.rest();
    const word = named === null ? toldAt(token, place, now) : pinnedWord(token, named);
    if (word === null) continue;
    if (token.length > longest) tooLong.push(token.id);
    else (isUsable(token, word, now) ? usable : others).push(entryOf(token, word));
  }
  const ranked = others.length === 0 ? usable : [...usable, ...others];
  const noRoom = ranked.splice(room ?? ranked.length).map(({ tokenId }) => tokenId);
  return { ...(await inBuckets(ranked, slices)), tooLong, noRoom };
}

async function inBuckets(chosen: readonly WantedEntry[], slices: Slices) {
  const groups: WantedEntry[][] = Array.from({ length: bucketCount }, () => []);
  for (const entry of chosen) {
    if (slices.isOver) await slices.rest();
    groups[bucketOf(entry.tokenId)]?.push(entry);
  }
  const entries: WantedEntry[] = [];
  const buckets: Bucket[] = [];
  let sum = 0n;
  for (const group of groups) {
    if (slices.isOver) await slices.rest();
    const from = entries.length;
    const bucketSum = group.reduce((marks, { mark }) => marks + mark, 0n);
    for (const entry of group.toSorted((a, b) => (a.tokenId < b.tokenId ? -1 : 1))) entries.push(entry);
    buckets.push({ digest: digestOfSum(bucketSum), from, to: entries.length });
    sum += bucketSum;
  }
  return { entries, buckets, digest: digestOfSum(sum) };
}

type Word = { isBlocked: boolean };

function pinnedWord(token: ListableToken, named: ReadonlySet<string>): Word | null {
  return named.has(token.id) && isListed(token) ? { isBlocked: token.isBlocked } : null;
}

function isUsable({ expiresAt }: ListableToken, { isBlocked }: Word, now: Date): boolean {
  return !isBlocked && (expiresAt === null || expiresAt > now);
}

/** The token as it was read before: what lists say of it is the same if the token is. */
export function shareEntries(token: ListableToken, before: ListableToken): void {
  if (fingerprintOf(token, false) === fingerprintOf(before, false)) token.entries = before.entries;
}

function entryOf(token: ListableToken, { isBlocked }: Word): WantedEntry {
  const word = isBlocked ? 'blocked' : 'free';
  token.entries ??= {};
  token.entries[word] ??= newEntry(token, isBlocked);
  return token.entries[word];
}

function newEntry(token: ListableToken, isBlocked: boolean): WantedEntry {
  const held = { tokenId: token.id, fingerprint: fingerprintOf(token, isBlocked) };
  return { ...held, isBlocked, expiresAt: token.expiresAt, language: token.language, mark: markOf(held) };
}
