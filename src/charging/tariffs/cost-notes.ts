import type { Log } from '#base/log.ts';
import { WriteBehind } from '#base/write-behind.ts';
import { type Entry, type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import { type CostRow, sessionCosts } from './session-cost-store.ts';

/** What was told waits this long for what is told after it. */
const gatherMs = 1_000;

/**
 * What stations were told of costs with the answers they get, and what they told us themselves: many times in a session, and
 * only the last counts. So no answer waits for it, it is written down a moment later, and only the final cost is an event.
 */
export class CostNotes {
  readonly #notes: WriteBehind<CostRow>;

  constructor({ ledger, log }: { ledger: Ledger; log: Log }) {
    this.#notes = new WriteBehind<CostRow>({
      ...{ task: 'write reported costs', everyMs: gatherMs, log, merge: sessionCosts.merge },
      // Each is an entry of its own, so that one that cannot be stored harms no other; they share a commit.
      async write(rows) {
        await Promise.all([...rows.values()].map((row) => ledger.commit(entryOf(row))));
      },
    });
  }

  note(row: CostRow): void {
    this.#notes.note(sessionCosts.identity(row), row);
  }

  /** It is written down at once by somebody else: what waits is older. */
  supersede(row: CostRow): void {
    this.#notes.remove(sessionCosts.identity(row));
  }

  close(): Promise<void> {
    return this.#notes.close();
  }
}

/** A message that is delivered twice has one final cost. */
function entryOf(row: CostRow): Entry {
  const { stationId, sessionRef, total, currency, isFinal, toldAt } = row;
  const event: NewEvent = {
    kind: 'session-cost-sent',
    stationId,
    key: `final-cost:${sessionRef}:${total}`,
    happenedAt: toldAt,
    body: { sessionRef, total, currency, isFinal },
  };
  return { events: isFinal ? [event] : [], writes: [write(sessionCosts, row)], whenRefused: 'set-aside' };
}
