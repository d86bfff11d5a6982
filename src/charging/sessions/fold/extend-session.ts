import { extendEnergy } from '../energy/extend-energy.ts';
import { isTold, type SessionFact, type ToldFact } from '../record/session-fact.ts';
import { maxApart } from '../store/session-count.ts';
import { isSetBack } from './clock-order.ts';
import { type Flag, inFlagOrder } from './oddity.ts';
import type { Session } from './session.ts';

/**
 * The session with one more event, where that event plainly comes after all the others: a long session must not be folded from
 * its beginning for every reading of its meter. Undefined: the order is not plain, so the whole session has to be folded again.
 */
export function extendSession(session: Session, fact: SessionFact): Session | undefined {
  if (!isTold(fact) || !isPlainlyNext(session, fact)) return undefined;
  const isEnd = fact.type === 'ended';
  const energy = extendEnergy(session, fact.registers, { isEnd });
  if (energy === undefined) return undefined;
  const startedAt = session.startedAt ?? (fact.type === 'started' ? fact.at : null);
  const firstSeq = session.firstSeq ?? fact.seqNo;
  const lastSeq = fact.seqNo ?? session.lastSeq;
  const eventCount = session.eventCount + 1;
  const had = (flag: Flag) => session.flags.includes(flag);
  return {
    ...session,
    startKey: session.startKey ?? fact.startKey,
    evseId: session.evseId ?? fact.evseId,
    connectorId: session.connectorId ?? fact.connectorId,
    tokenHash: session.tokenHash ?? fact.tokenHash,
    tokenType: session.tokenType ?? fact.tokenType,
    state: isEnd ? 'ended' : 'running',
    chargingState: isEnd ? null : (fact.chargingState ?? session.chargingState),
    startedAt,
    endedAt: isEnd ? fact.at : null,
    stopReason: isEnd ? fact.stopReason : null,
    remoteStartId: session.remoteStartId ?? fact.remoteStartId,
    reservationId: session.reservationId ?? fact.reservationId,
    firstSeq,
    lastSeq,
    endSeq: isEnd ? fact.seqNo : null,
    eventCount,
    ...energy,
    lastAt: fact.at,
    flags: flagsOf({
      'has-gap': isEnd && firstSeq !== null && lastSeq !== null && lastSeq - firstSeq + 1 !== eventCount,
      'was-offline': had('was-offline') || fact.isOffline,
      'ends-before-start': isEnd && startedAt !== null && fact.at < startedAt,
      'unusable-value': had('unusable-value') || fact.unusable !== undefined,
      'clock-skew': had('clock-skew') || typeof fact.clock?.told === 'string',
    }),
  };
}

/** The flags that a plain session may have. All others make it unclear. */
const plainFlags = new Set<string>(['was-offline', 'clock-skew', 'unusable-value'] satisfies Flag[]);

function flagsOf(oddities: Partial<Record<Flag, boolean>>): string[] {
  const found = Object.entries(oddities).flatMap(([flag, isTrue]) => (isTrue ? [{ flag: flag as Flag }] : []));
  return inFlagOrder(found).map(({ flag }) => flag);
}

/** It runs, nothing is odd about it, and the event is later than all others. */
function isPlainlyNext(session: Session, fact: ToldFact): boolean {
  const isPlain = session.state === 'running' && session.flags.every((flag) => plainFlags.has(flag));
  if (!isPlain || fact.type === 'started' || fact.trigger === 'TxResumed' || session.lastAt === null) return false;
  return isLater(session, fact, session.lastAt);
}

/** By the station's own count, or by its clock where it does not count. */
function isLater(session: Session, fact: ToldFact, lastAt: string): boolean {
  if (fact.seqNo === null)
    return session.lastSeq === null && fact.at > lastAt && !isSetBack(session.startedAt ?? '', fact.at);
  if (session.lastSeq === null || session.firstSeq === null || fact.seqNo <= session.lastSeq) return false;
  return fact.seqNo - session.firstSeq <= maxApart && !isSetBack(lastAt, fact.at);
}
