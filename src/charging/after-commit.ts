import type { EventKind } from '#contract/events/events.ts';
import type { Ledger, NewEvent } from '#ledger/ledger-types.ts';
import type { ProjectionName } from '#ledger/projection-order.ts';

/** What follows from an event. Where it takes time, whoever committed the event waits for it, so that a station is answered after it. */
type Reaction<Kind extends EventKind> = (event: NewEvent<Kind>) => void | Promise<void>;
export type Reactions = { readonly [Kind in EventKind]?: Reaction<Kind> };

/**
 * Tells of every event that was committed here, in this process and at once. What has to be true together with an event is committed
 * with it instead; whoever has to see every event of all nodes follows the ledger.
 */
export class AfterCommit {
  private readonly reactions = new Map<string, Reaction<EventKind>[]>();
  private readonly watchers = new Set<(event: NewEvent) => void>();
  private readonly rowHearers = new Map<string, (row: unknown) => void>();
  private slowestMs = 0;

  react(reactions: Reactions): void {
    for (const [kind, reaction] of Object.entries(reactions))
      this.reactions.set(kind, [...(this.reactions.get(kind) ?? []), reaction as Reaction<EventKind>]);
  }

  /** Hears every row of a projection that was committed here. Whoever hears it returns at once: a station waits for its answer. */
  hearRows(projection: ProjectionName, hear: (row: unknown) => void): void {
    this.rowHearers.set(projection, hear);
  }

  /** Listens for one event; `heard` resolves when it comes, and `stop` ends the listening. */
  listenFor(fits: (event: NewEvent) => boolean): { heard: Promise<void>; stop(): void } {
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const watcher = (event: NewEvent) => {
      if (fits(event)) resolve();
    };
    this.watchers.add(watcher);
    return { heard, stop: () => void this.watchers.delete(watcher) };
  }

  takeSlowestCommitMs(): number {
    const { slowestMs } = this;
    this.slowestMs = 0;
    return slowestMs;
  }

  /** The same ledger, which tells what it has committed. */
  over(ledger: Ledger): Ledger {
    return {
      commit: async (entry) => {
        const startedAt = performance.now();
        const committed = await ledger.commit(entry);
        this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
        if (committed.status !== 'recorded') return committed;
        for (const { projection, row } of entry.writes ?? []) this.rowHearers.get(projection.name)?.(row);
        const work = (entry.events ?? []).flatMap((event) => this.tell(event));
        if (work.length > 0) await Promise.all(work);
        return committed;
      },
      head: () => ledger.head(),
      read: (query) => ledger.read(query),
      follow: (options) => ledger.follow(options),
    };
  }

  private tell(event: NewEvent): Promise<void>[] {
    for (const watcher of this.watchers) watcher(event);
    const reactions = this.reactions.get(event.kind) ?? [];
    return reactions.map((reaction) => reaction(event)).filter((work) => work !== undefined);
  }
}
