import { differencesBetween, eventIdentity } from '../record/conflict.ts';
import { type ConflictFact, isTold, type SessionFact, type ToldFact } from '../record/session-fact.ts';
import type { Difference } from './oddity.ts';

export type Contradiction = Pick<ToldFact, 'type' | 'seqNo' | 'at'> & { differences: readonly Difference[] };

/**
 * What the station told, each event once. Which of several contradicting deliveries came first plays no part: they are merged by
 * their contents.
 */
export function toldEvents(facts: readonly SessionFact[]): { told: ToldFact[]; contradictions: Contradiction[] } {
  const told = facts.filter(isTold);
  const contradicting = facts.filter((fact): fact is ConflictFact => fact.type === 'conflict').map((fact) => fact.told);
  if (contradicting.length === 0) return { told, contradictions: [] };
  const all = [...told, ...contradicting];
  // If the station's clock stands still, readings with the same number and time belong to different moments.
  const isClockStill = new Set(all.map(({ at }) => at)).size === 1;
  const contradicted = new Set(contradicting.map(nameOf));
  const events = all.filter((fact) => !contradicted.has(nameOf(fact)));
  const contradictions: Contradiction[] = [];
  for (const name of [...contradicted].toSorted()) {
    const [first, ...others] = all.filter((fact) => nameOf(fact) === name).toSorted(byContent);
    if (first === undefined) continue;
    if (isClockStill && first.type === 'updated') events.push(first, ...others);
    else events.push(merge(first, others));
    contradictions.push(
      ...others.map((other) => ({
        type: other.type,
        seqNo: other.seqNo,
        at: other.at,
        differences: differencesBetween(first, other),
      })),
    );
  }
  return { told: events, contradictions };
}

/** OCPP 1.6 does not number events: there the register tells two ends at the same time apart. */
function nameOf(fact: ToldFact): string {
  const register = fact.seqNo === null ? fact.registers.find(({ mark }) => mark !== null)?.mwh : undefined;
  return `${fact.seqNo} ${register} ${eventIdentity(fact)}`;
}

/** A meter only rises: of two readings for one moment, the lower one was taken nearer to it. */
export function byContent(a: ToldFact, b: ToldFact): number {
  const [one, other] = [a.registers[0]?.mwh ?? Infinity, b.registers[0]?.mwh ?? Infinity];
  if (one !== other) return one - other;
  const [words, otherWords] = [wordsOf(a), wordsOf(b)];
  return words === otherWords ? 0 : words < otherWords ? -1 : 1;
}

/** The contents in a fixed order, so that an event that was just reported equals the same event read from the ledger. */
function wordsOf(fact: ToldFact): string {
  return JSON.stringify([
    ...contents.map((field) => fact[field]),
    fact.registers.map(({ at, mwh, location, mark }) => [at, mwh, location, mark]),
  ]);
}

const contents = [
  'type',
  'at',
  'trigger',
  'chargingState',
  'stopReason',
  'startKey',
  'evseId',
  'connectorId',
  'tokenHash',
  'tokenType',
  'remoteStartId',
  'reservationId',
  'isOffline',
] as const satisfies (keyof ToldFact)[];

/** Fields that the first event leaves open are taken from the others. */
function merge(first: ToldFact, others: readonly ToldFact[]): ToldFact {
  const merged: Record<string, unknown> = { ...first };
  for (const other of others)
    for (const field of contents) if ((merged[field] ?? null) === null) merged[field] = other[field];
  return merged as ToldFact;
}
