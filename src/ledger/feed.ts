import { EventEmitter, once } from 'node:events';
import type { LedgerEvent } from '#contract/event.ts';

const page = 500;
/** Commits come by the hundred a second under load; live readers are woken ten times a second at most. */
const wakeEveryMs = 100;
/** Commits of other processes do not wake us; look for them now and then. */
const lookAgainMs = 1_000;

type Read = (after: string, limit: number) => Promise<LedgerEvent[]>;

/** Lets any number of live readers follow the ledger at the price of one: whoever stands at the same place shares one read. */
export class Feed {
  private readonly rounds = new EventEmitter().setMaxListeners(0);
  private readonly read: Read;
  private round = 0;
  private readers = 0;
  private wakeTimer: NodeJS.Timeout | undefined;
  private lookTimer: NodeJS.Timeout | undefined;
  private latest: { after: string; round: number; events: Promise<LedgerEvent[]> } | undefined;

  constructor(read: Read) {
    this.read = read;
  }

  wake(): void {
    if (this.readers === 0) return;
    this.wakeTimer ??= setTimeout(() => {
      this.wakeTimer = undefined;
      this.nextRound();
    }, wakeEveryMs).unref();
  }

  async *follow(since: string, signal: AbortSignal): AsyncIterable<LedgerEvent> {
    let position = since;
    this.join();
    try {
      while (!signal.aborted) {
        const { round } = this;
        const events = await this.after(position);
        yield* events;
        position = events.at(-1)?.id ?? position;
        const hasMore = events.length === page || round !== this.round;
        if (!hasMore) await this.anotherRound(signal);
      }
    } finally {
      this.leave();
    }
  }

  private after(position: string): Promise<LedgerEvent[]> {
    if (this.latest?.after === position && this.latest.round === this.round) return this.latest.events;
    const events = this.read(position, page);
    this.latest = { after: position, round: this.round, events };
    return events;
  }

  private async anotherRound(signal: AbortSignal): Promise<void> {
    try {
      await once(this.rounds, 'next', { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  private nextRound(): void {
    this.round += 1;
    this.rounds.emit('next');
  }

  private join(): void {
    this.readers += 1;
    this.lookTimer ??= setInterval(() => this.nextRound(), lookAgainMs).unref();
  }

  private leave(): void {
    this.readers -= 1;
    if (this.readers > 0) return;
    clearInterval(this.lookTimer);
    this.lookTimer = undefined;
  }
}
