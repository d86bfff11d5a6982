import type { OcppVersion } from '#contract/station.ts';
import { digestOf, fingerprintOf, type HeldEntry, markOf } from './difference.ts';
import { isListed, type ListableToken, type ListPlace, toldAt } from './listable-token.ts';

/** What a station's list should hold, and what it cannot. */
export type WantedList = {
  entries: readonly WantedEntry[];
  /** Too long for the station's version. */
  tooLong: readonly string[];
  /** Beyond what the station can hold. */
  noRoom: readonly string[];
  digest: string;
};
export type WantedEntry = HeldEntry & {
  token: ListableToken;
  isBlocked: boolean;
  /** What it adds to the digest of a list. */
  mark: bigint;
};

export type ListWish = {
  place: ListPlace;
  /** Named by the operator; null: whoever may charge there. */
  pinned: readonly string[] | null;
  /** How many the station can hold; null: it has not said. */
  room: number | null;
  now: Date;
};

/** Longest token that a version can say. */
const longestToken = { '1.6': 20, '2.0.1': 36, '2.1': 36 } satisfies Record<OcppVersion, number>;

/** `tokens`: most recently used first. Who may charge goes before who may not, where there is not room for all. */
export function wantedList(tokens: readonly ListableToken[], { place, pinned, room, now }: ListWish): WantedList {
  const named = pinned && new Set(pinned);
  const longest = longestToken[place.version];
  const tooLong: string[] = [];
  const usable: WantedEntry[] = [];
  const others: WantedEntry[] = [];
  for (const token of tokens) {
    const word = named === null ? toldAt(token, place, now) : pinnedWord(token, named);
    if (word === null) continue;
    if (token.length > longest) tooLong.push(token.id);
    else (isUsable(token, word, now) ? usable : others).push(entryOf(token, word));
  }
  const ranked = [...usable, ...others];
  const entries = ranked.slice(0, room ?? ranked.length);
  const noRoom = ranked.slice(entries.length).map(({ tokenId }) => tokenId);
  return { entries, tooLong, noRoom, digest: digestOf(entries) };
}

type Word = { isBlocked: boolean };

function pinnedWord(token: ListableToken, named: ReadonlySet<string>): Word | null {
  return named.has(token.id) && isListed(token) ? { isBlocked: token.isBlocked } : null;
}

function isUsable({ expiresAt }: ListableToken, { isBlocked }: Word, now: Date): boolean {
  return !isBlocked && (expiresAt === null || expiresAt > now);
}

/** The lists of all places share what is said of a token: there are two things to say. */
const entriesOf = new WeakMap<ListableToken, { free?: WantedEntry; blocked?: WantedEntry }>();

function entryOf(token: ListableToken, { isBlocked }: Word): WantedEntry {
  const known = entriesOf.get(token) ?? {};
  entriesOf.set(token, known);
  const word = isBlocked ? 'blocked' : 'free';
  known[word] ??= newEntry(token, isBlocked);
  return known[word];
}

function newEntry(token: ListableToken, isBlocked: boolean): WantedEntry {
  const held = { tokenId: token.id, fingerprint: fingerprintOf(token, isBlocked) };
  return { ...held, token, isBlocked, mark: markOf(held) };
}
