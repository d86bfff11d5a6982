import { createHash } from 'node:crypto';
import { type Entry, type EventFact, type NewEvent, write } from '#ledger/ledger-types.ts';
import { liftedRefusals, refusals } from './refusal-store.ts';
import type { AuthorizationAsk, AuthorizationDecision } from './station-authorization.ts';
import { tokenUses } from './token-store.ts';

/**
 * What a decision leaves behind: the fact, and either where the token was used or why it was refused. A station that delivers
 * its message again leaves nothing more.
 */
export function evidenceOf(
  ask: AuthorizationAsk,
  decision: AuthorizationDecision,
  now: Date,
): Required<Pick<Entry, 'events' | 'writes'>> {
  const { stationId, evseId = null, tokenType = null, at } = ask;
  const { status, reason, tokenId } = decision;
  const key = [reason === null ? 'token-accepted' : 'token-refused', tokenId, evseId, at.toISOString()].join(':');
  const sessionRef = decision.purpose === 'start' ? (ask.sessionRef ?? null) : null;
  const facts = factsOf(ask, decision);
  const presented = { tokenId, tokenType, evseId };
  const fact: EventFact =
    reason === null
      ? { kind: 'token-accepted', body: presented }
      : { kind: 'token-refused', body: { ...presented, status, reason, facts, sessionRef } };
  const events: NewEvent[] = [{ ...fact, stationId, key, happenedAt: at }];
  if (reason !== null) {
    const driverId = decision.driverId ?? null;
    const row = { id: idOf(stationId, key), stationId, evseId, tokenId, tokenType, status, reason, facts, driverId };
    return { events, writes: [write(refusals, { ...row, sessionRef, at: now })] };
  }
  if (tokenId === null) return { events, writes: [] };
  const used = write(tokenUses, { id: tokenId, at, stationId });
  const mayHaveBeenRefused = decision.isOneAtATime === true || ask.hasBegun === true;
  return {
    events,
    writes:
      mayHaveBeenRefused && sessionRef !== null
        ? [used, write(liftedRefusals, { stationId, sessionRef, tokenId })]
        : [used],
  };
}

function factsOf(
  { at }: AuthorizationAsk,
  { purpose, facts, driverId, isLate }: AuthorizationDecision,
): Record<string, unknown> {
  return { purpose, ...(driverId && { driverId }), ...(isLate && { happenedAt: at.toISOString() }), ...facts };
}

/** A UUID made from what it names (RFC 9562, version 8). */
function idOf(stationId: string, key: string): string {
  const hex = createHash('sha256').update(`${stationId}\n${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
