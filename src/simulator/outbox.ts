import type { CallOutcome } from './frames.ts';

/** Something the station has to say, in turn. It is put into words when its turn comes: an answer before it may be needed for that. */
export type Outgoing = {
  action: string;
  request(): object;
  /**
   * Of messages that carry energy: how often it is tried when the server answers with an error or not at all, and how long it
   * rests after so many tries. Being offline is no try (2.0.1 E13, 1.6 §3.7.1). Absent: it is tried once.
   */
  retries?: { attempts(): number; restMs(tried: number): number };
  /** Whoever waits for the answer cannot wait for another connection. */
  isOnlyForNow?: boolean;
  /** The id of every try; absent: each has one of its own, as 2.0.1 wants it. */
  messageId?: string;
  /** Told the answer, or undefined when it was given up. */
  settled(answer: object | undefined): void;
};

type Waiting = { message: Outgoing; tried: number; restsUntil: number };

/**
 * What waits to be said, first in first out. A message that carries energy and fails is tried again before the next of its kind
 * (2.0.1 E13.FR.03); while it rests, what is none of its kind may pass.
 */
export class Outbox {
  private readonly waiting: Waiting[] = [];
  private readonly onNews: () => void;

  constructor(onNews: () => void) {
    this.onNews = onNews;
  }

  get size(): number {
    return this.waiting.length;
  }

  push(message: Outgoing): void {
    this.waiting.push({ message, tried: 0, restsUntil: 0 });
    this.onNews();
  }

  /** What may be said at this moment, by the clock of `performance`. */
  first(now: number): Outgoing | undefined {
    return (this.headRests(now) ? this.waiting.find(({ message }) => message.retries === undefined) : this.waiting[0])
      ?.message;
  }

  /** When something may be said that rests until then. */
  nextDueAt(now: number): number {
    const head = this.waiting[0];
    return head !== undefined && this.headRests(now) ? head.restsUntil : Number.POSITIVE_INFINITY;
  }

  /** Takes in what became of a message: it leaves, stays for another attempt, or is given up. */
  settle(message: Outgoing, outcome: CallOutcome<object>): 'answered' | 'waits' | 'given-up' {
    const entry = this.waiting.find((candidate) => candidate.message === message);
    if (entry === undefined) return 'answered';
    if (outcome.kind === 'result') return this.leave(entry, outcome.answer);
    const wasHeard = outcome.kind !== 'connection-lost' && outcome.kind !== 'not-sent';
    if (wasHeard) entry.tried += 1;
    const isOver = wasHeard ? entry.tried >= (message.retries?.attempts() ?? 1) : message.isOnlyForNow === true;
    if (isOver) return this.leave(entry, undefined);
    if (wasHeard) entry.restsUntil = performance.now() + (message.retries?.restMs(entry.tried) ?? 0);
    return 'waits';
  }

  /** The connection is gone: who cannot wait for another one is told now. */
  forget(): void {
    for (const entry of this.waiting.filter(({ message }) => message.isOnlyForNow)) this.leave(entry, undefined);
  }

  private headRests(now: number): boolean {
    const head = this.waiting[0];
    return head?.message.retries !== undefined && head.restsUntil > now;
  }

  private leave(entry: Waiting, answer: object | undefined): 'answered' | 'given-up' {
    this.waiting.splice(this.waiting.indexOf(entry), 1);
    entry.message.settled(answer);
    return answer === undefined ? 'given-up' : 'answered';
  }
}
