import type { RegisterReading } from './register-readings.ts';
import { energyOf } from './session-energy.ts';
import type { SessionFact } from './session-event.ts';

/** A session as its events tell it together. */
export type Session = {
  ref: string;
  startKey: string | null;
  evseId: number | null;
  connectorId: number | null;
  tokenHash: string | null;
  tokenType: string | null;
  state: 'running' | 'ended';
  chargingState: string | null;
  startedAt: string | null;
  endedAt: string | null;
  stopReason: string | null;
  remoteStartId: number | null;
  reservationId: number | null;
  firstSeq: number | null;
  lastSeq: number | null;
  endSeq: number | null;
  eventCount: number;
  firstRegister: RegisterReading | null;
  lastRegister: RegisterReading | null;
  /** When the last event happened, by the station's clock. */
  lastAt: string | null;
  energyMwh: number | null;
  flags: string[];
};

/**
 * The session that a set of events means. Order of arrival plays no part: events are put into the order in which they
 * happened, by the station's own count and then by its clock, so any permutation gives the same session.
 */
export function foldSession(facts: readonly SessionFact[]): Session {
  const events = facts.toSorted(inOrder);
  const ended = events.filter(({ type }) => type === 'ended');
  const resumedAfter = (end: SessionFact) =>
    events.some(
      (event) => event.trigger === 'TxResumed' && (event.seqNo ?? -1) > (end.seqNo ?? Number.MAX_SAFE_INTEGER),
    );
  const end = ended.find((candidate) => !resumedAfter(candidate)) ?? null;
  const started = events.find(({ type }) => type === 'started') ?? null;
  const sequence = events.flatMap(({ seqNo }) => (seqNo === null ? [] : [seqNo]));
  const energy = energyOf(
    events.flatMap(({ registers }) => registers),
    { hasEnded: end !== null },
  );
  return {
    ref: events[0]?.ref ?? '',
    startKey: firstOf(events, 'startKey'),
    evseId: firstOf(events, 'evseId'),
    connectorId: firstOf(events, 'connectorId'),
    tokenHash: firstOf(events, 'tokenHash'),
    tokenType: firstOf(events, 'tokenType'),
    state: end === null ? 'running' : 'ended',
    chargingState: end === null ? lastOf(events, 'chargingState') : null,
    startedAt: started?.at ?? null,
    endedAt: end?.at ?? null,
    stopReason: end?.stopReason ?? null,
    remoteStartId: firstOf(events, 'remoteStartId'),
    reservationId: firstOf(events, 'reservationId'),
    firstSeq: sequence.reduce<number | null>((least, seqNo) => Math.min(least ?? seqNo, seqNo), null),
    lastSeq: sequence.reduce<number | null>((most, seqNo) => Math.max(most ?? seqNo, seqNo), null),
    endSeq: end?.seqNo ?? null,
    eventCount: events.length,
    firstRegister: energy.first,
    lastRegister: energy.last,
    lastAt: events.at(-1)?.at ?? null,
    energyMwh: energy.mwh,
    flags: flagsOf({
      'no-start': started === null,
      'has-gap': end !== null && hasGap(sequence),
      'meter-reset': energy.hasReset,
      suspect: energy.isSuspect,
      'was-offline': events.some(({ isOffline }) => isOffline),
      'was-resumed': events.some(({ trigger }) => trigger === 'TxResumed'),
      'several-ends': new Set(ended.map(endOf)).size > 1,
      'ends-before-start': started !== null && end !== null && end.at < started.at,
    }),
  };
}

function inOrder(a: SessionFact, b: SessionFact): number {
  if (a.seqNo !== null && b.seqNo !== null && a.seqNo !== b.seqNo) return a.seqNo - b.seqNo;
  // Without a count, a session begins with its start and ends with its end, even when the clock was set back meanwhile.
  if (a.seqNo === null && b.seqNo === null && rank[a.type] !== rank[b.type]) return rank[a.type] - rank[b.type];
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return rank[a.type] - rank[b.type] || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
}

const rank = { started: 0, updated: 1, ended: 2 };

function firstOf<Field extends keyof SessionFact>(
  events: readonly SessionFact[],
  field: Field,
): SessionFact[Field] | null {
  return events.find((event) => event[field] !== null)?.[field] ?? null;
}

function lastOf<Field extends keyof SessionFact>(
  events: readonly SessionFact[],
  field: Field,
): SessionFact[Field] | null {
  return events.findLast((event) => event[field] !== null)?.[field] ?? null;
}

export type Oddities = Record<
  | 'no-start'
  | 'has-gap'
  | 'meter-reset'
  | 'suspect'
  | 'was-offline'
  | 'was-resumed'
  | 'several-ends'
  | 'ends-before-start',
  boolean
>;

/** What is odd about the session, each for a person to see; nothing is repaired in silence. */
export function flagsOf(oddities: Oddities): string[] {
  return Object.entries(oddities).flatMap(([flag, isTrue]) => (isTrue ? [flag] : []));
}

function hasGap(sequence: readonly number[]): boolean {
  const distinct = [...new Set(sequence)].toSorted((a, b) => a - b);
  const [first, last] = [distinct[0], distinct.at(-1)];
  return first !== undefined && last !== undefined && last - first + 1 !== distinct.length;
}

function endOf({ seqNo, at, registers, stopReason }: SessionFact): string {
  return JSON.stringify([seqNo, at, registers, stopReason]);
}
