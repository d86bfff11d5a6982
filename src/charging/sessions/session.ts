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
  firstRegister: Register | null;
  lastRegister: Register | null;
  /** When the last event happened, by the station's clock. */
  lastAt: string | null;
  energyMwh: number | null;
  flags: string[];
};

export type Register = { at: string; mwh: number };

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
  const registers = mergeRegisters(events);
  const energy = countEnergy(null, registers);
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
    firstSeq: sequence.length === 0 ? null : Math.min(...sequence),
    lastSeq: sequence.length === 0 ? null : Math.max(...sequence),
    endSeq: end?.seqNo ?? null,
    eventCount: events.length,
    firstRegister: registers[0] ?? null,
    lastRegister: registers.at(-1) ?? null,
    lastAt: events.at(-1)?.at ?? null,
    energyMwh: energy.mwh,
    flags: flagsOf({
      'no-start': started === null,
      'has-gap': end !== null && hasGap(sequence),
      'meter-reset': energy.hasReset,
      'was-offline': events.some(({ isOffline }) => isOffline),
      'was-resumed': events.some(({ trigger }) => trigger === 'TxResumed'),
      'several-ends': new Set(ended.map(endOf)).size > 1,
      'ends-before-start': started !== null && end !== null && end.at < started.at,
    }),
  };
}

function inOrder(a: SessionFact, b: SessionFact): number {
  if (a.seqNo !== null && b.seqNo !== null && a.seqNo !== b.seqNo) return a.seqNo - b.seqNo;
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

/** All readings in the order of the events that brought them: a meter that was reset must not be sorted away. */
function mergeRegisters(events: readonly SessionFact[]): Register[] {
  return events.flatMap(({ registers }) => registers);
}

/** Energy comes from registers: each fall of the register begins a new epoch, and every epoch counts its own rise. */
export function countEnergy(
  before: Register | null,
  registers: readonly Register[],
): { mwh: number | null; hasReset: boolean } {
  let last = before;
  let mwh = 0;
  let hasReset = false;
  for (const reading of registers) {
    if (last !== null && reading.mwh < last.mwh) hasReset = true;
    else mwh += reading.mwh - (last ?? reading).mwh;
    last = reading;
  }
  return { mwh: last === null ? null : mwh, hasReset };
}

export type Oddities = Record<
  'no-start' | 'has-gap' | 'meter-reset' | 'was-offline' | 'was-resumed' | 'several-ends' | 'ends-before-start',
  boolean
>;

/** What is odd about the session, each for a person to see; nothing is repaired in silence. */
export function flagsOf(oddities: Oddities): string[] {
  return Object.entries(oddities).flatMap(([flag, isTrue]) => (isTrue ? [flag] : []));
}

function hasGap(sequence: readonly number[]): boolean {
  const distinct = new Set(sequence);
  return distinct.size > 0 && Math.max(...distinct) - Math.min(...distinct) + 1 !== distinct.size;
}

function endOf({ seqNo, at, registers, stopReason }: SessionFact): string {
  return JSON.stringify([seqNo, at, registers, stopReason]);
}
