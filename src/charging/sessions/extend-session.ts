import { flagsOf, type Session } from './session.ts';
import { followsPlainly } from './session-energy.ts';
import type { SessionFact } from './session-event.ts';

/**
 * The session with one more event, where that event plainly comes after all the others: a long session must not be folded from
 * its beginning for every reading of its meter. Undefined: the order is not plain, so the whole session has to be folded again.
 */
export function extendSession(session: Session, fact: SessionFact): Session | undefined {
  if (!isPlainlyNext(session, fact)) return undefined;
  const isEnd = fact.type === 'ended';
  const startedAt = session.startedAt ?? (fact.type === 'started' ? fact.at : null);
  const firstSeq = session.firstSeq ?? fact.seqNo;
  const lastSeq = fact.seqNo ?? session.lastSeq;
  const eventCount = session.eventCount + 1;
  const firstRegister = session.firstRegister ?? fact.registers[0] ?? null;
  const lastRegister = fact.registers.at(-1) ?? session.lastRegister;
  const had = (flag: string) => session.flags.includes(flag);
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
    firstRegister,
    lastRegister,
    lastAt: fact.at,
    energyMwh: firstRegister === null || lastRegister === null ? null : lastRegister.mwh - firstRegister.mwh,
    flags: flagsOf({
      'no-start': startedAt === null,
      'has-gap': isEnd && firstSeq !== null && lastSeq !== null && lastSeq - firstSeq + 1 !== eventCount,
      'meter-reset': false,
      suspect: false,
      'was-offline': had('was-offline') || fact.isOffline,
      'was-resumed': false,
      'several-ends': false,
      'ends-before-start': isEnd && startedAt !== null && fact.at < startedAt,
    }),
  };
}

/** It runs and nothing is odd about it, the event is later than all others, and its registers follow theirs as a meter's should. */
function isPlainlyNext(session: Session, fact: SessionFact): boolean {
  const isPlain = session.state === 'running' && !session.flags.some((flag) => unclear.has(flag));
  if (!isPlain || fact.type === 'started' || fact.trigger === 'TxResumed' || session.lastAt === null) return false;
  return isLater(session, fact, session.lastAt) && continues(session, fact);
}

const unclear = new Set(['was-resumed', 'meter-reset', 'suspect', 'no-start']);

/** By the station's own count, or by its clock where it does not count. */
function isLater(session: Session, fact: SessionFact, lastAt: string): boolean {
  if (fact.seqNo === null) return session.lastSeq === null && fact.at > lastAt;
  return session.lastSeq !== null && fact.seqNo > session.lastSeq;
}

function continues({ lastRegister }: Session, { registers }: SessionFact): boolean {
  const chain = lastRegister === null ? registers : [lastRegister, ...registers];
  return chain.every((reading, index) => {
    const before = chain[index - 1];
    return before === undefined || followsPlainly(before, reading);
  });
}
