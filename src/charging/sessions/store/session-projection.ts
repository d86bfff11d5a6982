import type { Projection } from '#ledger/ledger-types.ts';
import { extendSession } from '../fold/extend-session.ts';
import { foldSession, type Session } from '../fold/session.ts';
import { inOrder } from '../fold/session-story.ts';
import type { SessionFact } from '../record/session-fact.ts';
import { maxFacts, type SessionMemory } from './session-memory.ts';
import { postgresSessionRows } from './session-rows.ts';
import {
  type FoldedSession,
  type GuessedSession,
  identityOf,
  type SessionRows,
  type TouchedSession,
} from './touched-session.ts';

/** Sessions that got new events, inside the commit that holds the events. */
export function sessionsProjection(memory: SessionMemory): Projection<TouchedSession> {
  return {
    name: 'sessions',
    isIndependent: true,
    identity: identityOf,
    merge: (earlier, later) => ({ ...later, facts: [...earlier.facts, ...later.facts] }),
    write: (client, touched) => keepSessions(postgresSessionRows(client), memory, touched),
  };
}

/**
 * Saves what the new events make of their sessions. Most follow plainly from what this node saved last, so their rows are not read
 * again: they are saved if they are still as they were seen. All others are locked and, where an event does not plainly come last,
 * folded again from the ledger. Returns what is to be done once it is committed.
 */
export async function keepSessions(
  rows: SessionRows,
  memory: SessionMemory,
  touched: readonly TouchedSession[],
): Promise<() => void> {
  const guessed = touched.flatMap((session) => guess(memory, session));
  const saved = guessed.length === 0 ? new Set<string>() : await rows.saveAsSeen(guessed);
  const kept: FoldedSession[] = guessed.filter((session) => saved.has(identityOf(session)));
  for (let left = without(touched, kept), turn = 1; left.length > 0; left = without(touched, kept), turn += 1) {
    if (turn > maxTurns) throw new Error('rows of sessions are neither there nor can they be made');
    kept.push(...(await keepCarefully(rows, left)));
  }
  return () => {
    for (const session of kept) memory.set(identityOf(session), session.folded, session.whole);
  };
}

/** A row that is in nobody's way is there after the second look. */
const maxTurns = 5;

function guess(memory: SessionMemory, session: TouchedSession): GuessedSession[] {
  const seen = memory.get(identityOf(session));
  if (seen === undefined) {
    const isNew = session.facts.some(({ type }) => type === 'started');
    return isNew ? [{ ...session, seen, folded: foldSession(session.facts) }] : [];
  }
  const known = memory.factsOf(identityOf(session));
  const whole = known && [...known, ...session.facts];
  const folded = extend(seen, session.facts) ?? (whole && foldSession(whole));
  return folded === undefined ? [] : [{ ...session, seen, folded, whole }];
}

/** A row that another process makes meanwhile is missing in the answer: its turn comes again. */
async function keepCarefully(rows: SessionRows, touched: readonly TouchedSession[]): Promise<FoldedSession[]> {
  const known = await rows.lock(touched);
  const extended = touched.map((session) => {
    const seen = known.get(identityOf(session));
    return { ...session, seen, folded: extend(seen, session.facts) };
  });
  const folded: GuessedSession[] = extended.flatMap((one) => (one.folded ? [{ ...one, folded: one.folded }] : []));
  let remembered = 0;
  for (const few of inParts(without(extended, folded))) {
    const facts = await rows.facts(few);
    for (const session of few) {
      const whole = facts.get(identityOf(session)) ?? [];
      remembered += whole.length;
      folded.push({ ...session, folded: foldSession(whole), ...(remembered <= maxFacts && { whole }) });
    }
  }
  const saved = await rows.saveAsSeen(folded);
  return folded.filter((session) => saved.has(identityOf(session)));
}

/** As many as are read from the ledger at once: sessions of thousands of events must not fill the memory together. */
const maxRead = 5_000;

function* inParts<One extends { seen: Session | undefined }>(sessions: readonly One[]): Generator<One[]> {
  let [part, facts]: [One[], number] = [[], 0];
  for (const session of sessions) {
    part.push(session);
    facts += session.seen?.eventCount ?? 0;
    if (facts < maxRead) continue;
    yield part;
    [part, facts] = [[], 0];
  }
  if (part.length > 0) yield part;
}

function without<Kept extends TouchedSession>(touched: readonly Kept[], kept: readonly TouchedSession[]): Kept[] {
  const done = new Set(kept.map(identityOf));
  return touched.filter((session) => !done.has(identityOf(session)));
}

/** Undefined where the order is not plain. Events that came together are taken in the order in which they happened. */
function extend(known: Session | undefined, facts: readonly SessionFact[]): Session | undefined {
  let session = known;
  if (session !== undefined) for (const fact of inOrder(facts)) session &&= extendSession(session, fact);
  return session;
}
