import type { RevealedToken } from '../authorization/reveal.ts';
import type { ToldLimits } from './kept-station-store.ts';

/** One message of a list. An entry without `info` takes the token away. */
export type ListMessage = { isFull: boolean; version: number; entries: readonly ListEntry[]; isLast: boolean };
export type ListEntry = { token: RevealedToken; info: ListedInfo | null };
export type ListedInfo = {
  status: 'accepted' | 'blocked' | 'expired';
  expiresAt: Date | null;
  language: string | null;
  fingerprint: string;
};

/** A station that has not said how many it takes gets no more at once. */
const usualEntries = 250;
/** Each message is a commit of its own. */
const mostMessages = 500;
/** What a message needs beside its entries. */
const envelopeBytes = 200;

type Cut = {
  isFull: boolean;
  next: number;
  told: Pick<ToldLimits, 'perMessage' | 'bytesPerMessage'>;
  bytesOf(entry: ListEntry): number;
};

/** The first message of a full list replaces what was there, the others add to it. A full list may be empty, a difference not. */
export function inMessages(entries: readonly ListEntry[], { isFull, next, told, bytesOf }: Cut): ListMessage[] {
  const asTold = cut(entries, {
    most: told.perMessage ?? usualEntries,
    mostBytes: told.bytesPerMessage === null ? null : told.bytesPerMessage - envelopeBytes,
    bytesOf,
  });
  // A station that wants a long list nearly token by token is given more at once; if it will not take that, it says so.
  const parts = asTold.length <= mostMessages ? asTold : evenly(entries);
  if (parts.length === 0 && isFull) parts.push([]);
  return parts.map((part, index) => ({
    isFull: isFull && index === 0,
    version: next + index,
    entries: part,
    isLast: index === parts.length - 1,
  }));
}

function evenly(entries: readonly ListEntry[]): ListEntry[][] {
  return cut(entries, { most: Math.ceil(entries.length / mostMessages), mostBytes: null, bytesOf: () => 0 });
}

function cut(
  entries: readonly ListEntry[],
  { most, mostBytes, bytesOf }: { most: number; mostBytes: number | null; bytesOf(entry: ListEntry): number },
): ListEntry[][] {
  const parts: ListEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const own = mostBytes === null ? 0 : bytesOf(entry) + 1;
    const last = parts.at(-1);
    const isFull = last === undefined || last.length >= most || (mostBytes !== null && bytes + own > mostBytes);
    if (isFull) parts.push([entry]);
    else last.push(entry);
    bytes = isFull ? own : bytes + own;
  }
  return parts;
}
