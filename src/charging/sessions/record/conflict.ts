import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RegisterReading } from '../energy/register-readings.ts';
import type { Difference } from '../fold/oddity.ts';
import type { ConflictFact, ToldFact } from './session-fact.ts';

/** What the second delivery of an event says otherwise than the first; undefined: nothing. */
export function conflictBetween(first: ToldFact, second: ToldFact): ConflictFact | undefined {
  const differences = differencesBetween(first, second);
  return differences.length === 0 ? undefined : { type: 'conflict', ref: first.ref, differences, told: second };
}

export function differencesBetween(first: ToldFact, second: ToldFact): Difference[] {
  const isOurTime = hasOurTime(first) || hasOurTime(second);
  const [one, other] = [comparable(first, isOurTime), comparable(second, isOurTime)];
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof ToldFact)[];
  return fields
    .filter((field) => !isDeepStrictEqual(one[field], other[field]))
    .map((field) => ({ field, first: first[field] ?? null, second: second[field] ?? null }));
}

/**
 * What two deliveries of one event have in common, besides the station's number for it. Stations use a number twice: another type,
 * time, trigger or charging state under it is another event. A time of ours differs with each delivery, so it says nothing.
 */
export function eventIdentity(fact: ToldFact): string {
  const at = hasOurTime(fact) ? (fact.clock?.told ?? null) : fact.at;
  return JSON.stringify([fact.type, at, fact.trigger, fact.chargingState]);
}

export function reusedKey(eventKey: string, fact: ToldFact): string {
  return `${eventKey}:${digestOf(eventIdentity(fact))}`;
}

/** The same contradiction delivered again is the same conflict. */
export function conflictKey(eventKey: string, { told }: ConflictFact): string {
  return `${eventKey}:conflict:${digestOf(JSON.stringify(comparable(told, hasOurTime(told))))}`;
}

function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}

function hasOurTime({ at, clock }: ToldFact): boolean {
  return clock?.received === at;
}

/**
 * Stations rewrite `offline` when they deliver again, so that is no difference. Nor is a time that the station did not tell: each
 * delivery got the time of its receipt.
 */
function comparable({ isOffline, clock, ...fact }: ToldFact, isOurTime: boolean): Partial<ToldFact> {
  const registers = fact.registers.map((reading) => (reading.hasNoTime ? { ...reading, at: '' } : reading));
  const told = { ...fact, registers: registers.toSorted((a, b) => (wordsOf(a) < wordsOf(b) ? -1 : 1)) };
  if (!isOurTime) return told;
  const { at, ...timeless } = told;
  return timeless;
}

/** A reading out of the ledger has its fields in another order than one that was just told. */
function wordsOf({ at, mwh, location, mark }: RegisterReading): string {
  return [at, mwh, location, mark].join(' ');
}
