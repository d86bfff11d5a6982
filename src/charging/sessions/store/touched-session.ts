import type { Session } from '../fold/session.ts';
import type { SessionFact } from '../record/session-fact.ts';

/** A session with the events that are new to it, in the order they came. */
export type TouchedSession = { stationId: string; ref: string; at: Date; facts: readonly SessionFact[] };
/** `whole`: all its facts, where they had to be looked at together. */
export type FoldedSession = TouchedSession & { folded: Session; whole?: readonly SessionFact[] | undefined };
/** `seen`: as it was when we last saved or read it; undefined: there was no row. */
export type GuessedSession = FoldedSession & { seen: Session | undefined };

/** What keeping sessions needs of a store, kept narrow so that a model can stand in for PostgreSQL. */
export type SessionRows = {
  /** Saves those whose rows are as they were seen, or still missing where none was; gives back the identities of these. */
  saveAsSeen(guessed: readonly GuessedSession[]): Promise<ReadonlySet<string>>;
  /** Locks the rows that exist; gives back, by identity, what they hold. */
  lock(touched: readonly TouchedSession[]): Promise<ReadonlyMap<string, Session>>;
  facts(touched: readonly TouchedSession[]): Promise<ReadonlyMap<string, readonly SessionFact[]>>;
};

export function identityOf({ stationId, ref }: { stationId: string; ref: string }): string {
  return `${stationId}\n${ref}`;
}
