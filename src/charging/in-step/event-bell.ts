import type { Ledger, NewEvent } from '#ledger/ledger-types.ts';

/**
 * Rings for every event that was committed here, in this process and at once. Whoever has to see every event of all nodes
 * follows the ledger instead.
 */
export class EventBell {
  private readonly listeners: ((event: NewEvent) => void)[] = [];

  listen(listener: (event: NewEvent) => void): void {
    this.listeners.push(listener);
  }

  /** The ledger, with a bell. */
  over(ledger: Ledger): Ledger {
    return {
      commit: async (entry) => {
        const committed = await ledger.commit(entry);
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
