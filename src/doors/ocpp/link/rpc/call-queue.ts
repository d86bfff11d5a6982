import { randomUUID } from 'node:crypto';
import { systemTime, type Time } from '#base/clock.ts';

/** How a call of ours ended. Whoever asked always learns which. */
export type CallOutcome =
  | { status: 'answered'; payload: unknown }
  | { status: 'error'; code: string; description: string; details: unknown }
  | ({ status: 'no-answer' | 'not-sent' } & Why);

/** `code`: a word of ours, where it was ended from our side. */
type Why = { reason: string; code?: string };

export type CallOptions = {
  timeoutMs?: number;
  /** Aborted: a call that waits is not sent, and one that was sent is not waited for. */
  signal?: AbortSignal;
  /** Aborted, with a `Why` as its reason: a call that waits is not sent. One that was sent keeps its end. */
  hold?: AbortSignal;
  requestId?: number;
};

export type SentCall = { messageId: string; action: string; payload: unknown; requestId: number | null };

export type Overdue = SentCall & { sentAt: Date };

type Waiting = SentCall & { timeoutMs: number; askedAt: number; settle(outcome: CallOutcome): void };

export type CallQueueOptions = {
  send(call: SentCall): void;
  /** Told of every call that was sent, with the answer as it came; null when there was none. */
  settled(call: SentCall, outcome: CallOutcome, answer: string | null): void;
  /** Why nothing may leave now; undefined: it may. Asked right before a call leaves. */
  whyHeld?(): string | undefined;
  time?: Time;
};

const maxWaiting = 64;
export const usualTimeoutMs = 30_000;
/** What was asked longer ago than this is not sent any more: whoever asked has stopped counting on it. */
export const maxWaitMs = 60_000;
/** Answers that may still come. */
const maxOverdue = 16;

/** Our calls to one station: one at a time, in order, each with an end (OCPP-J §4.1.1). */
export class CallQueue {
  private readonly waiting: Waiting[] = [];
  private current: { call: Waiting; callOffTimer(): void; sentAt: Date } | undefined;
  /** Made where a call is given up: few connections ever have one. */
  private overdue: Map<string, Overdue> | undefined;
  private closed: string | undefined;
  private readonly options: CallQueueOptions;
  private readonly time: Time;

  constructor(options: CallQueueOptions) {
    this.options = options;
    this.time = options.time ?? systemTime;
  }

  call(
    action: string,
    payload: unknown,
    { timeoutMs = usualTimeoutMs, signal, hold, requestId }: CallOptions = {},
  ): Promise<CallOutcome> {
    return new Promise((resolve) => {
      if (this.closed !== undefined) return resolve({ status: 'not-sent', reason: this.closed });
      if (hold?.aborted) return resolve({ status: 'not-sent', ...(hold.reason as Why) });
      if (signal?.aborted) return resolve({ status: 'not-sent', ...cancelled });
      if (this.waiting.length >= maxWaiting)
        return resolve({ status: 'not-sent', reason: 'too many calls are waiting for this station' });
      const call: Waiting = {
        messageId: randomUUID(),
        action,
        payload,
        requestId: requestId ?? null,
        timeoutMs,
        askedAt: this.time.elapsedMs(),
        settle,
      };
      const onAbort = () => this.cancel(call);
      const onHold = () => this.keepBack(call, hold?.reason as Why);
      signal?.addEventListener('abort', onAbort, { once: true });
      hold?.addEventListener('abort', onHold, { once: true });
      function settle(outcome: CallOutcome) {
        signal?.removeEventListener('abort', onAbort);
        hold?.removeEventListener('abort', onHold);
        resolve(outcome);
      }
      this.waiting.push(call);
      this.next();
    });
  }

  get isWaiting(): boolean {
    return this.current !== undefined;
  }

  actionOf(messageId: string): string | undefined {
    return this.current?.call.messageId === messageId ? this.current.call.action : undefined;
  }

  /** Returns false for an answer nobody waits for: late, repeated or made up. */
  answer(messageId: string, outcome: CallOutcome, answer: string): boolean {
    if (this.current?.call.messageId !== messageId) return false;
    this.finish(outcome, answer);
    return true;
  }

  takeOverdue(messageId: string): Overdue | undefined {
    const call = this.overdue?.get(messageId);
    this.overdue?.delete(messageId);
    return call;
  }

  /** The connection is gone: what was sent has no answer, what was not sent never will be. */
  close(reason: string): void {
    this.closed = reason;
    const unsent = this.waiting.splice(0);
    if (this.current !== undefined) this.finish({ status: 'no-answer', reason });
    for (const call of unsent) call.settle({ status: 'not-sent', reason });
  }

  private next(): void {
    if (this.current !== undefined) return;
    this.dropStale();
    const heldBy = this.options.whyHeld?.();
    if (heldBy !== undefined) for (const call of [...this.waiting]) this.keepBack(call, { reason: heldBy });
    const call = this.waiting.shift();
    if (call === undefined) return;
    const callOffTimer = this.time.after(call.timeoutMs, () =>
      this.giveUp({ reason: `the station did not answer within ${call.timeoutMs} ms` }),
    );
    this.current = { call, callOffTimer, sentAt: this.time.now() };
    this.options.send(call);
  }

  /** Calls behind a station that does not answer would otherwise all be sent one by one, minutes after they were asked for. */
  private dropStale(): void {
    const now = this.time.elapsedMs();
    for (const call of [...this.waiting]) {
      const waitMs = Math.max(maxWaitMs, call.timeoutMs);
      if (now - call.askedAt > waitMs)
        this.keepBack(call, { reason: `the station was busy with other calls for ${waitMs / 1000} s` });
    }
  }

  private giveUp(why: Why): void {
    if (this.current !== undefined) {
      const { call, sentAt } = this.current;
      const { messageId, action, payload, requestId } = call;
      this.overdue ??= new Map();
      this.overdue.set(messageId, { messageId, action, payload, requestId, sentAt });
      const [oldest] = this.overdue.keys();
      if (oldest !== undefined && this.overdue.size > maxOverdue) this.overdue.delete(oldest);
    }
    this.finish({ status: 'no-answer', ...why });
  }

  private finish(outcome: CallOutcome, answer: string | null = null): void {
    const finished = this.current;
    if (finished === undefined) return;
    finished.callOffTimer();
    this.current = undefined;
    this.options.settled(finished.call, outcome, answer);
    finished.call.settle(outcome);
    this.next();
  }

  private cancel(call: Waiting): void {
    if (this.current?.call === call)
      return this.giveUp({ ...cancelled, reason: 'cancelled while waiting for the answer' });
    this.keepBack(call, cancelled);
  }

  private keepBack(call: Waiting, why: Why): void {
    const index = this.waiting.indexOf(call);
    if (index < 0) return; // it was sent
    this.waiting.splice(index, 1);
    call.settle({ status: 'not-sent', ...why });
  }
}

const cancelled: Why = { code: 'Cancelled', reason: 'cancelled before it was sent' };
