import { createHash } from 'node:crypto';
import type { ListableToken } from './listable-token.ts';

/** Equal as long as a station would be told the same about the token. */
export function fingerprintOf(
  { type, expiresAt, groupId, language }: Pick<ListableToken, 'type' | 'expiresAt' | 'groupId' | 'language'>,
  isBlocked: boolean,
): string {
  const told = [type, isBlocked, expiresAt?.toISOString() ?? null, groupId, language];
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22);
}

export type HeldEntry = { tokenId: string; fingerprint: string };

/** What a list has to become: tokens to tell about, and tokens to take away. */
export type Difference = { toTell: string[]; toRemove: string[] };

export function differenceOf(wanted: readonly HeldEntry[], held: readonly HeldEntry[]): Difference {
  const known = new Map(held.map(({ tokenId, fingerprint }) => [tokenId, fingerprint]));
  const kept = new Set(wanted.map(({ tokenId }) => tokenId));
  return {
    toTell: wanted.filter(({ tokenId, fingerprint }) => known.get(tokenId) !== fingerprint).map(idOf),
    toRemove: held.map(idOf).filter((id) => !kept.has(id)),
  };
}

/** An entry as a number of 128 bits. */
export function markOf({ tokenId, fingerprint }: HeldEntry): bigint {
  const hash = createHash('sha256').update(`${tokenId} ${fingerprint}`).digest('hex');
  return BigInt(`0x${hash.slice(0, markBits / 4)}`);
}

const markBits = 128;

/** The same for the same entries in any order: a sum, since sorting the lists of hundreds of sites would take seconds. */
export function digestOf(entries: readonly { mark: bigint }[]): string {
  let sum = 0n;
  for (const { mark } of entries) sum = BigInt.asUintN(markBits, sum + mark);
  return sum.toString(36);
}

export const digestOfNothing = digestOf([]);

function idOf({ tokenId }: HeldEntry): string {
  return tokenId;
}
