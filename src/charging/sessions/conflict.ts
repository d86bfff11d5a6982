import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Difference } from './oddity.ts';
import type { RegisterReading } from './register-readings.ts';
import type { ConflictFact, ToldFact } from './session-event.ts';

/** What the second delivery of an event says otherwise than the first; undefined: nothing. */
export function conflictBetween(first: ToldFact, second: ToldFact): ConflictFact | undefined {
  const isOurTime = [first, second].some(({ at, clock }) => clock?.received === at);
  const [one, other] = [comparable(first, isOurTime), comparable(second, isOurTime)];
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof ToldFact)[];
  const differences = fields
    .filter((field) => !isDeepStrictEqual(one[field], other[field]))
    .map((field): Difference => ({ field, first: first[field] ?? null, second: second[field] ?? null }));
  return differences.length === 0 ? undefined : { type: 'conflict', ref: first.ref, differences, told: second };
}

/** The same contradiction delivered again is the same conflict. */
export function conflictKey(eventKey: string, { told }: ConflictFact): string {
  const content = JSON.stringify(comparable(told, told.clock?.received === told.at));
  return `${eventKey}:conflict:${createHash('sha256').update(content).digest('base64url').slice(0, 22)}`;
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
