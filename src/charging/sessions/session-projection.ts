import type { Projection } from '#ledger/ledger-types.ts';
import { extendSession } from './extend-session.ts';
import { foldSession, type Session } from './session.ts';
import type { SessionFact } from './session-event.ts';
import { postgresSessionRows } from './session-rows.ts';

/** A session with the events that are new to it, in the order they came. */
export type TouchedSession = { stationId: string; ref: string; at: Date; facts: readonly SessionFact[] };
export type FoldedSession = TouchedSession & { folded: Session };

/** What keeping sessions needs of a store, kept narrow so that a model can stand in for PostgreSQL. */
export type SessionRows = {
  /** Makes the rows that are missing and locks all of them; gives back, by identity, what the others held so far. */
  lock(touched: readonly TouchedSession[]): Promise<ReadonlyMap<string, Session>>;
  /** Everything the ledger holds about the sessions, the new events among it. */
  facts(touched: readonly TouchedSession[]): Promise<ReadonlyMap<string, readonly SessionFact[]>>;
  save(folded: readonly FoldedSession[]): Promise<void>;
};

/** Sessions that got new events, inside the commit that holds the events. */
export const sessions: Projection<TouchedSession> = {
  name: 'sessions',
  order: 61,
  identity: identityOf,
  merge: (earlier, later) => ({ ...later, facts: [...earlier.facts, ...later.facts] }),
  write: (client, touched) => keepSessions(postgresSessionRows(client), touched),
};

export function identityOf({ stationId, ref }: { stationId: string; ref: string }): string {
  return `${stationId}\n${ref}`;
}

/**
 * Each row is locked first, in one order, so that two processes that touch one session take turns and no update is lost. An event
 * that plainly comes last extends what is known; otherwise the session is folded again from all its events in the ledger.
 */
export async function keepSessions(rows: SessionRows, touched: readonly TouchedSession[]): Promise<void> {
  const known = await rows.lock(touched);
  const extended = touched.map((session) => ({
    ...session,
    folded: extend(known.get(identityOf(session)), session.facts),
  }));
  const unclear = extended.filter(({ folded }) => folded === undefined);
  const facts = unclear.length === 0 ? new Map<string, SessionFact[]>() : await rows.facts(unclear);
  await rows.save(
    extended.map((session) => ({
      ...session,
      folded: session.folded ?? foldSession(facts.get(identityOf(session)) ?? []),
    })),
  );
}

function extend(known: Session | undefined, facts: readonly SessionFact[]): Session | undefined {
  const [first, ...rest] = facts;
  if (first === undefined) return undefined;
  let session = known === undefined ? foldSession([first]) : extendSession(known, first);
  for (const fact of rest) session &&= extendSession(session, fact);
  return session;
}
