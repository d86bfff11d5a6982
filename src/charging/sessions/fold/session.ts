import type { RegisterReading } from '../energy/register-readings.ts';
import { energyOf } from '../energy/session-energy.ts';
import type { SessionFact, ToldFact } from '../record/session-fact.ts';
import { inFlagOrder, type Oddity } from './oddity.ts';
import { findOddities } from './session-oddities.ts';
import { readStory, type Story } from './session-story.ts';

export type Session = {
  ref: string;
  startKey: string | null;
  evseId: number | null;
  connectorId: number | null;
  tokenHash: string | null;
  tokenType: string | null;
  /** merged: an end without a start, given to the session that it ends; it counts for nothing by itself. */
  state: 'running' | 'ended' | 'merged';
  chargingState: string | null;
  startedAt: string | null;
  endedAt: string | null;
  stopReason: string | null;
  remoteStartId: number | null;
  reservationId: number | null;
  /** Null where not all of its events are counted. */
  firstSeq: number | null;
  lastSeq: number | null;
  endSeq: number | null;
  /** Of all facts about it, those that we decided among them. */
  eventCount: number;
  firstRegister: RegisterReading | null;
  lastRegister: RegisterReading | null;
  /** When the last event happened, by the station's clock. */
  lastAt: string | null;
  energyMwh: number | null;
  flags: string[];
};

/**
 * The session that a set of facts means. Order of arrival plays no part: events are put into the order in which they
 * happened, by the station's own count and then by its clock, so any permutation gives the same session.
 */
export function foldSession(facts: readonly SessionFact[]): Session {
  return understand(facts).session;
}

/** What is odd about the session, each with its evidence: the same findings that give it its flags. */
export function explainSession(facts: readonly SessionFact[]): Oddity[] {
  return understand(facts).oddities;
}

function understand(facts: readonly SessionFact[]): { session: Session; oddities: Oddity[] } {
  const story = readStory(facts);
  const { events, end, started, sequence } = story;
  const { registers, registerOrder: order, isCounted } = story;
  const energy = energyOf(registers, { hasEnded: end !== null, order, isCounted });
  const oddities = inFlagOrder([...findOddities(story), ...energy.oddities]);
  const state = stateOf(story);
  const session: Session = {
    ref: facts[0]?.ref ?? '',
    startKey: firstOf(events, 'startKey'),
    evseId: firstOf(events, 'evseId'),
    connectorId: firstOf(events, 'connectorId'),
    tokenHash: firstOf(events, 'tokenHash'),
    tokenType: firstOf(events, 'tokenType'),
    state,
    chargingState: state === 'running' ? lastOf(events, 'chargingState') : null,
    startedAt: started?.at ?? null,
    endedAt: end?.at ?? story.close?.at ?? null,
    stopReason: end?.stopReason ?? null,
    remoteStartId: firstOf(events, 'remoteStartId'),
    reservationId: firstOf(events, 'reservationId'),
    firstSeq: isCounted ? (sequence[0] ?? null) : null,
    lastSeq: sequence.at(-1) ?? null,
    endSeq: end?.seqNo ?? null,
    eventCount: facts.length,
    firstRegister: energy.first,
    lastRegister: energy.last,
    lastAt: events.at(-1)?.at ?? null,
    energyMwh: state === 'merged' ? null : energy.mwh,
    flags: oddities.map(({ flag }) => flag),
  };
  return { session, oddities };
}

function stateOf({ mergedInto, end, close }: Story): Session['state'] {
  if (mergedInto !== null) return 'merged';
  return end === null && close === null ? 'running' : 'ended';
}

function firstOf<Field extends keyof ToldFact>(events: readonly ToldFact[], field: Field): ToldFact[Field] | null {
  return events.find((event) => event[field] !== null)?.[field] ?? null;
}

function lastOf<Field extends keyof ToldFact>(events: readonly ToldFact[], field: Field): ToldFact[Field] | null {
  return events.findLast((event) => event[field] !== null)?.[field] ?? null;
}
