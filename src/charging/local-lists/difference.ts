import { createHash } from 'node:crypto';
import type { TokenType } from '#contract/token.ts';
import type { SealedToken } from '../authorization/token-store.ts';

/** Ids that a station makes itself, or that are used once, are of no use in a list. */
const unlisted: readonly TokenType[] = ['local', 'direct-payment'];

export function isListed({ type }: Pick<SealedToken, 'type'>): boolean {
  return !unlisted.includes(type);
}

/** Equal as long as a station would be told the same about the token. */
export function fingerprintOf({ type, isBlocked, expiresAt, groupId, language }: SealedToken): string {
  const told = [type, isBlocked, expiresAt?.toISOString() ?? null, groupId, language];
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22);
}

export type HeldEntry = { tokenId: string; fingerprint: string };

/** What a list has to become: tokens to tell about, and tokens to take away. */
export type Difference = { toTell: SealedToken[]; toRemove: string[] };

export function differenceOf(wanted: readonly SealedToken[], held: readonly HeldEntry[]): Difference {
  const known = new Map(held.map(({ tokenId, fingerprint }) => [tokenId, fingerprint]));
  const toTell = wanted.filter((token) => known.get(token.id) !== fingerprintOf(token));
  const kept = new Set(wanted.map(({ id }) => id));
  return { toTell, toRemove: held.map(({ tokenId }) => tokenId).filter((id) => !kept.has(id)) };
}
