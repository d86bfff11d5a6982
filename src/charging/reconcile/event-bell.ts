import type { Ledger, NewEvent } from '#ledger/ledger-types.ts';

/**
 * Rings for every event that was committed here, in this process and at once. Whoever has to see every event of all nodes
 * follows the ledger instead.
 */
export class EventBell {
  private readonly listeners = new Set<(event: NewEvent) => void>();
  private slowestMs = 0;

  listen(listener: (event: NewEvent) => void): void {
    this.listeners.add(listener);
  }

  /** Listens for one event; `heard` resolves when it comes, and `stop` ends the listening. */
  listenFor(fits: (event: NewEvent) => boolean): { heard: Promise<void>; stop(): void } {
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const listener = (event: NewEvent) => {
      if (fits(event)) resolve();
    };
    this.listeners.add(listener);
    return { heard, stop: () => void this.listeners.delete(listener) };
  }

  /** How long the slowest commit took since this was last asked. */
  takeSlowestCommitMs(): number {
    const { slowestMs } = this;
    this.slowestMs = 0;
    return slowestMs;
  }

  /** The ledger, with a bell. */
  over(ledger: Ledger): Ledger {
    return {
      commit: async (entry) => {
        const startedAt = performance.now();
        const committed = await ledger.commit(entry);
        this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
        if (committed.status === 'recorded')
          for (const event of entry.events ?? []) for (const listener of this.listeners) listener(event);
        return committed;
      },
      head: () => ledger.head(),
      read: (query) => ledger.read(query),
      follow: (options) => ledger.follow(options),
    };
  }
}
