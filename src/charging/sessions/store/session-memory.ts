import type { Session } from '../fold/session.ts';
import type { SessionFact } from '../record/session-fact.ts';

/** About a kilobyte each; more run on one node only where it serves tens of thousands of stations. */
const maxSessions = 20_000;
/** Half a kilobyte each. */
export const maxFacts = 50_000;

type Remembered = { session: Session; facts: readonly SessionFact[] | undefined };

/**
 * The sessions as this node saved them last: those that run, and those that had to be folded whole, with their facts, since what
 * is odd once is odd again with the next event. What is missing or outdated here costs a look at the row, never the truth.
 */
export class SessionMemory {
  private readonly sessions = new Map<string, Remembered>();
  private facts = 0;

  get(identity: string): Session | undefined {
    return this.sessions.get(identity)?.session;
  }

  /** Everything the session is made of, as of when it was saved. */
  factsOf(identity: string): readonly SessionFact[] | undefined {
    return this.sessions.get(identity)?.facts;
  }

  set(identity: string, session: Session, facts?: readonly SessionFact[]): void {
    this.forget(identity); // what is touched becomes the youngest
    if (session.state !== 'running' && facts === undefined) return;
    this.sessions.set(identity, { session, facts });
    this.facts += facts?.length ?? 0;
    for (const oldest of this.sessions.keys()) {
      if (this.sessions.size <= maxSessions && this.facts <= maxFacts) break;
      this.forget(oldest);
    }
  }

  private forget(identity: string): void {
    this.facts -= this.factsOf(identity)?.length ?? 0;
    this.sessions.delete(identity);
  }
}
