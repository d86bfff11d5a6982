import { EventEmitter, once } from 'node:events';
import type { LedgerEvent, StoredKind } from '#contract/event.ts';
import type { FollowOptions } from './ledger-types.ts';

const page = 500;
/** Commits come by the hundred a second under load; live readers are woken ten times a second at most. */
const wakeEveryMs = 100;
/** Commits of other processes do not wake us; look for them now and then. */
const lookAgainMs = 1_000;

export type Kinds = ReadonlySet<StoredKind>;

type FeedReads = {
  all(after: string, limit: number): Promise<LedgerEvent[]>;
  /** Events of these kinds, and the position up to which there is no other one. */
  ofKinds(after: string, kinds: Kinds, limit: number): Promise<{ events: LedgerEvent[]; passed: string }>;
};

/** `hasNews`: something was committed that it wants. `isDue`: it is to look for it now. */
type Reader = { kinds: (() => Kinds) | undefined; hasNews: boolean; isDue: boolean };

/**
 * Lets any number of live readers follow the ledger. Whoever reads everything and stands at the same place shares one read; whoever
 * wants some kinds of events alone is not woken for others, and does not read them.
 */
export class Feed {
  private readonly rounds = new EventEmitter().setMaxListeners(0);
  private readonly reads: FeedReads;
  private readonly readers = new Set<Reader>();
  private round = 0;
  private wakeTimer: NodeJS.Timeout | undefined;
  private lookTimer: NodeJS.Timeout | undefined;
  private latest: { after: string; round: number; events: Promise<LedgerEvent[]> } | undefined;

  constructor(reads: FeedReads) {
    this.reads = reads;
  }

  /** Events of these kinds were committed. */
  wake(kinds: Kinds): void {
    let isWanted = false;
    for (const reader of this.readers) {
      if (reader.kinds?.().isDisjointFrom(kinds) === true) continue;
      reader.hasNews = true;
      isWanted = true;
    }
    if (!isWanted) return;
    this.wakeTimer ??= setTimeout(() => {
      this.wakeTimer = undefined;
      this.nextRound();
    }, wakeEveryMs).unref();
  }

  async *follow(
    since: string,
    { signal, kinds, passed }: Pick<FollowOptions, 'signal' | 'kinds' | 'passed'>,
  ): AsyncIterable<LedgerEvent> {
    const reader: Reader = { kinds, hasNews: false, isDue: true };
    let position = since;
    this.join(reader);
    try {
      while (!signal.aborted) {
        reader.isDue = false;
        const wanted = kinds?.();
        const read = await this.after(position, wanted);
        if (wanted !== kinds?.()) continue; // more may be wanted of what was passed
        yield* read.events;
        position = read.passed;
        passed?.(position);
        if (read.events.length < page) await this.anotherRound(reader, signal);
      }
    } finally {
      this.leave(reader);
    }
  }

  private async after(position: string, kinds: Kinds | undefined): Promise<{ events: LedgerEvent[]; passed: string }> {
    if (kinds !== undefined) return this.reads.ofKinds(position, kinds, page);
    if (this.latest?.after !== position || this.latest.round !== this.round)
      this.latest = { after: position, round: this.round, events: this.reads.all(position, page) };
    const events = await this.latest.events;
    return { events, passed: events.at(-1)?.id ?? position };
  }

  private async anotherRound(reader: Reader, signal: AbortSignal): Promise<void> {
    try {
      while (!reader.isDue) await once(this.rounds, 'next', { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private nextRound(): void {
    this.round += 1;
    for (const reader of this.readers) {
      reader.isDue ||= reader.hasNews;
      reader.hasNews = false;
    }
    this.rounds.emit('next');
  }

  private lookAgain(): void {
    for (const reader of this.readers) reader.hasNews = true;
    this.nextRound();
  }

  private join(reader: Reader): void {
    this.readers.add(reader);
    this.lookTimer ??= setInterval(() => this.lookAgain(), lookAgainMs).unref();
  }

  private leave(reader: Reader): void {
    this.readers.delete(reader);
    if (this.readers.size > 0) return;
    clearInterval(this.lookTimer);
    this.lookTimer = undefined;
  }
}
