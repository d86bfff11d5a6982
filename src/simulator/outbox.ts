import type { CallOutcome } from './call-outcome.ts';

/** Something the station has to say, in turn. It is put into words when its turn comes: an answer before it may be needed for that. */
export type Outgoing = {
  action: string;
  request(): object;
  /** How often it is tried when the server answers with an error or not at all; being offline is no attempt (2.0.1 E13, 1.6 §3.7.1). */
  attempts: number;
  /** Told the answer, or undefined when it was given up. */
  settled(answer: object | undefined): void;
};

/** What waits to be said, first in first out: a message that fails is tried again before the next one (2.0.1 E13.FR.03). */
export class Outbox {
  private readonly waiting: { message: Outgoing; tried: number }[] = [];
  private readonly onNews: () => void;

  constructor(onNews: () => void) {
    this.onNews = onNews;
  }

  get size(): number {
    return this.waiting.length;
  }

  push(message: Outgoing): void {
    this.waiting.push({ message, tried: 0 });
    this.onNews();
  }

  first(): Outgoing | undefined {
    return this.waiting[0]?.message;
  }

  /** Takes in what became of the first message: it leaves, stays for another attempt, or is dropped. */
  settleFirst(outcome: CallOutcome<object>): void {
    const first = this.waiting[0];
    if (first === undefined) return;
    if (outcome.kind === 'result') return this.leave(outcome.answer);
    const wasHeard = outcome.kind !== 'connection-lost' && outcome.kind !== 'not-sent';
    if (wasHeard) first.tried += 1;
    if (first.tried >= first.message.attempts) this.leave(undefined);
  }

  private leave(answer: object | undefined): void {
    this.waiting.shift()?.message.settled(answer);
  }
}
