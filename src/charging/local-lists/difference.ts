import { hash } from 'node:crypto';
import type { HeldEntry, ListableToken } from './listable-token.ts';

/** Equal as long as a station would be told the same about the token. */
export function fingerprintOf(
  { type, expiresAt, groupId, language }: Pick<ListableToken, 'type' | 'expiresAt' | 'groupId' | 'language'>,
  isBlocked: boolean,
): string {
  const told = JSON.stringify([type, isBlocked, expiresAt?.toISOString() ?? null, groupId, language]);
  const known = fingerprints.get(told);
  if (known !== undefined) return known;
  const fingerprint = hash('sha256', told, 'base64url').slice(0, 22);
  if (fingerprints.size >= maxFingerprints) fingerprints.clear();
  fingerprints.set(told, fingerprint);
  return fingerprint;
}

/** Most tokens are told alike. */
const fingerprints = new Map<string, string>();
const maxFingerprints = 10_000;

export type Difference<Entry extends HeldEntry> = { toTell: Entry[]; toRemove: string[] };

export function differenceOf<Entry extends HeldEntry>(
  wanted: readonly Entry[],
  held: readonly HeldEntry[],
): Difference<Entry> {
  const known = new Map(held.map(({ tokenId, fingerprint }) => [tokenId, fingerprint]));
  const wantedIds = new Set(wanted.map(({ tokenId }) => tokenId));
  return {
    toTell: wanted.filter(({ tokenId, fingerprint }) => known.get(tokenId) !== fingerprint),
    toRemove: held.flatMap(({ tokenId }) => (wantedIds.has(tokenId) ? [] : [tokenId])),
  };
}

export function markOf({ tokenId, fingerprint }: HeldEntry): bigint {
  return BigInt(`0x${hash('sha256', `${tokenId} ${fingerprint}`, 'hex').slice(0, markBits / 4)}`);
}

const markBits = 128;

/** The same for the same entries in any order: a sum, since sorting the lists of hundreds of sites would take seconds. */
export function digestOf(entries: Iterable<{ mark: bigint }>): string {
  let sum = 0n;
  for (const { mark } of entries) sum += mark;
  return digestOfSum(sum);
}

export function digestOfSum(sum: bigint): string {
  return BigInt.asUintN(markBits, sum).toString(36);
}

export const digestOfNothing = digestOf([]);

/** A list is stored and compared in so many buckets; stored lists depend on this number. */
export const bucketCount = 64;

/** Which bucket of a list a token belongs to (FNV-1a). */
export function bucketOf(tokenId: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < tokenId.length; at += 1) sum = Math.imul(sum ^ tokenId.charCodeAt(at), 0x01000193);
  return (sum >>> 0) % bucketCount;
}
