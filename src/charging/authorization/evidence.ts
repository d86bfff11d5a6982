import { createHash } from 'node:crypto';
import { type Entry, type NewEvent, write } from '#ledger/ledger-types.ts';
import type { AuthorizationAsk } from './decide.ts';
import type { AuthorizationDecision } from './open-authorization.ts';
import { refusals } from './refusal-store.ts';
import { tokenUses } from './token-store.ts';

/**
 * What a decision leaves behind: the fact, and either where the token was used or why it was refused. A station that delivers
 * its message again leaves nothing more.
 */
export function evidenceOf(
  { stationId, evseId = null, tokenType = null, at }: AuthorizationAsk,
  { status, reason, tokenId }: AuthorizationDecision,
  now: Date,
): Required<Pick<Entry, 'events' | 'writes'>> {
  const kind = reason === null ? 'token-accepted' : 'token-refused';
  const key = [kind, tokenId, evseId, at.toISOString()].join(':');
  const body = { tokenId, tokenType, evseId, ...(reason !== null && { status, reason }) };
  const events: NewEvent[] = [{ kind, stationId, key, happenedAt: at, body }];
  if (reason !== null) {
    const row = { id: idOf(stationId, key), stationId, evseId, tokenId, tokenType, status, reason, at: now };
    return { events, writes: [write(refusals, row)] };
  }
  return { events, writes: tokenId === null ? [] : [write(tokenUses, { id: tokenId, at, stationId })] };
}

/** A UUID made from what it names (RFC 9562, version 8). */
function idOf(stationId: string, key: string): string {
  const hex = createHash('sha256').update(`${stationId}\n${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
