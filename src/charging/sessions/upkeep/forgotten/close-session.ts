import { type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import type { InferredClose } from '../../fold/oddity.ts';
import { readStory } from '../../fold/session-story.ts';
import { type ClosedFact, factKey, isTold, type SessionFact, sessionFactKinds } from '../../record/session-fact.ts';
import type { SessionName } from '../../store/session-facts.ts';
import type { TouchedSession } from '../../store/touched-session.ts';

export type CloseNeeds = {
  factsOf(session: SessionName): Promise<readonly SessionFact[]>;
  ledger: Ledger;
  sessions: Projection<TouchedSession>;
};

/**
 * Closes a session that fell silent, with the last register that was told. Whatever its station tells afterwards outweighs it, so
 * nothing is lost where we were wrong. Says whether it is closed by now, by whoever.
 */
export async function closeSession(
  { factsOf, ledger, sessions }: CloseNeeds,
  { stationId, ref }: SessionName,
  evidence: InferredClose,
): Promise<boolean> {
  const facts = await factsOf({ stationId, ref });
  const { events, end, close } = readStory(facts);
  const lastAt = events.at(-1)?.at;
  if (lastAt === undefined || end !== null || close !== null) return end !== null || close !== null;
  const told = facts.filter(isTold).length;
  const fact: ClosedFact = { type: 'closed-inferred', ref, at: endedAt(lastAt, evidence), told, evidence };
  const decidedAt = new Date(evidence.decidedAt);
  await ledger.commit({
    events: [
      {
        kind: sessionFactKinds[fact.type],
        stationId,
        // By what was known: two nodes that decide at once decide once, and so does one that starts again.
        key: factKey(ref, `closed:${told}`),
        happenedAt: decidedAt,
        flags: [fact.type],
        body: fact,
      },
    ],
    writes: [write(sessions, { stationId, ref, at: decidedAt, facts: [fact] })],
  });
  return true;
}

/** The vehicle had left when its connector was free or the next session began; else nobody knows more than the last event. */
function endedAt(lastAt: string, { reason, since }: InferredClose): string {
  const isSeen = reason === 'connector-free' || reason === 'other-session';
  return isSeen && since !== null && since > lastAt ? since : lastAt;
}
