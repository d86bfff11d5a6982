import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Entry, type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import { type CostRow, sessionCosts } from './session-cost-store.ts';

/** What was told waits this long for what is told after it. */
const gatherMs = 1_000;

/**
 * What stations were told of costs with the answers they get, and what they told us themselves: many times in a session, and
 * only the last counts. So no answer waits for it, it is written down a moment later, and only the final cost is an event.
 */
export class ToldCosts {
  readonly #ledger: Ledger;
  readonly #log: Log;
  #waiting = new Map<string, CostRow>();
  #timer: NodeJS.Timeout | undefined;
  readonly #writing = new Set<Promise<void>>();

  constructor({ ledger, log }: { ledger: Ledger; log: Log }) {
    this.#ledger = ledger;
    this.#log = log;
  }

  note(row: CostRow): void {
    const key = sessionCosts.identity(row);
    const earlier = this.#waiting.get(key);
    this.#waiting.set(key, earlier === undefined ? row : sessionCosts.merge(earlier, row));
    this.#timer ??= setTimeout(() => this.#write(), gatherMs).unref();
  }

  /** It is written down at once by somebody else: what waits is older. */
  supersede(row: CostRow): void {
    this.#waiting.delete(sessionCosts.identity(row));
  }

  async close(): Promise<void> {
    this.#write();
    await Promise.all(this.#writing);
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#waiting.values()];
    this.#waiting = new Map();
    // Each is an entry of its own, so that one that cannot be stored harms no other; they share a commit.
    const writing = Promise.all(rows.map((row) => this.#ledger.commit(entryOf(row))))
      .then(() => undefined)
      .catch((error: unknown) => this.#log.warn({ err: asError(error) }, 'told costs were not written down'))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }
}

/** A message that is delivered twice has one final cost. */
function entryOf(row: CostRow): Entry {
  const { stationId, sessionRef, total, currency, isFinal, toldAt } = row;
  const event: NewEvent = {
    kind: 'session-cost-told',
    stationId,
    key: `final-cost:${sessionRef}:${total}`,
    happenedAt: toldAt,
    body: { sessionRef, total, currency, isFinal },
  };
  return { events: isFinal ? [event] : [], writes: [write(sessionCosts, row)], whenRefused: 'set-aside' };
}
