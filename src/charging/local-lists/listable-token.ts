import type { Places } from '#contract/access/group.ts';
import type { TokenType } from '#contract/access/token.ts';
import type { Admits, OfflinePolicy } from '#contract/stations/site.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import { unlistedTypes } from '../authorization/own-types.ts';
import { placeRefusal } from '../authorization/place-rule.ts';

/** A token with what its driver and its group add to it, as far as a station decides by it alone. */
export type ListableToken = {
  id: string;
  label: string;
  type: TokenType;
  /** It, its driver or its group is blocked, or its credit is used up. */
  isBlocked: boolean;
  validFrom: Date | null;
  expiresAt: Date | null;
  groupId: string | null;
  language: string | null;
  places: Places;
  isMasterPass: boolean;
  length: number;
  /** What lists say of it, shared by the lists of all places: there are two things to say. */
  entries?: { free?: WantedEntry; blocked?: WantedEntry } | undefined;
};

export type HeldEntry = { tokenId: string; fingerprint: string };
export type WantedEntry = HeldEntry & {
  isBlocked: boolean;
  expiresAt: Date | null;
  language: string | null;
  /** What it adds to the digest of a list. */
  mark: bigint;
};

export type ListPlace = {
  stationId: string;
  siteId: string | null;
  admits: Admits;
  offlinePolicy: OfflinePolicy | null;
  version: OcppVersion;
};

export function isListed({ type }: Pick<ListableToken, 'type'>): boolean {
  return !unlistedTypes.includes(type);
}

/** What a station that decides alone has to know of a token; null: nothing. */
export function toldAt(token: ListableToken, place: ListPlace, now: Date): { isBlocked: boolean } | null {
  if (!isListed(token)) return null;
  if (mayChargeAt(token, place, now)) return { isBlocked: token.isBlocked };
  // Where strangers may charge, a station that has not heard of a token would accept it.
  return place.offlinePolicy === 'accept-unknown' ? { isBlocked: true } : null;
}

function mayChargeAt(token: ListableToken, place: ListPlace, now: Date): boolean {
  if (token.validFrom !== null && token.validFrom > now) return false;
  // C16: a station of 1.6 knows no master pass and would begin a session with it.
  if (token.isMasterPass) return place.version !== '1.6';
  return placeRefusal(token, place) === null;
}
