import { randomInt } from 'node:crypto';
import { systemTime, type Time } from '#base/clock.ts';
import type { RpcAnswer } from './rpc-message.ts';

/** How a call of ours ended. `busy`, `offline`: it was not sent, the device knows nothing of it. `no-answer`: it may have done it. */
export type RpcOutcome = RpcAnswer | { status: 'no-answer' | 'busy' | 'offline'; reason: string };

export type RpcOptions = { timeoutMs?: number; signal?: AbortSignal | undefined };

type Waiting = {
  id: number;
  method: string;
  params: unknown;
  /** Sent later than this, it would have too little time to be answered. */
  sendBefore: number;
  settle(outcome: RpcOutcome): void;
};

export const usualTimeoutMs = 30_000;
export const maxWaiting = 32;
/** What a device needs to do something and say so; a call with a short time limit needs half of it. */
const workMs = 5_000;

/**
 * Our calls to one device over one connection. A device runs one at a time on its main task, so we send one at a time: what
 * waits here can still be taken back, what waits there cannot.
 */
export class RpcClient {
  private readonly waiting: Waiting[] = [];
  private current: Waiting | undefined;
  private closed: string | undefined;
  private readonly send: (message: string) => void;
  private readonly time: Time;
  /**
   * Ids are numbers (int32): devices drop others in silence. They begin somewhere else in each connection, so that an answer to
   * a call of the connection before is nobody's, and they never come again within one.
   */
  private nextId: number;

  constructor({ send, time = systemTime, firstId }: RpcClientNeeds) {
    this.send = send;
    this.time = time;
    this.nextId = firstId ?? randomInt(1, 2 ** 30);
  }

  /** Always ends: with an answer, when its time runs out, when it is cancelled, or with the connection. */
  call(method: string, params: unknown, { timeoutMs = usualTimeoutMs, signal }: RpcOptions = {}): Promise<RpcOutcome> {
    return new Promise((resolve) => {
      if (this.closed !== undefined) return resolve({ status: 'offline', reason: this.closed });
      if (signal?.aborted) return resolve({ status: 'busy', reason: 'It was cancelled before it was sent.' });
      if (this.waiting.length >= maxWaiting)
        return resolve({ status: 'busy', reason: `The device is busy: ${maxWaiting} calls wait for it already.` });
      const callOffTimer = this.time.after(timeoutMs, () =>
        this.giveUp(call, {
          unsent: `The device was busy with other calls for ${seconds(timeoutMs)}.`,
          sent: `The device did not answer within ${seconds(timeoutMs)}.`,
        }),
      );
      const onAbort = () =>
        this.giveUp(call, {
          unsent: 'It was cancelled before it was sent.',
          sent: 'It was cancelled while the device was at it.',
        });
      signal?.addEventListener('abort', onAbort, { once: true });
      const call: Waiting = {
        id: this.takeId(),
        method,
        params,
        sendBefore: this.time.elapsedMs() + timeoutMs - Math.min(workMs, timeoutMs / 2),
        settle(outcome) {
          callOffTimer();
          signal?.removeEventListener('abort', onAbort);
          resolve(outcome);
        },
      };
      this.waiting.push(call);
      this.next();
    });
  }

  /** False for an answer nobody waits for: late, repeated or made up. */
  answer(id: number, outcome: RpcAnswer): boolean {
    if (this.current?.id !== id) return false;
    this.finish(outcome);
    return true;
  }

  /** Nobody answers it. */
  notify(method: string, params?: unknown): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) }));
  }

  /** The connection is gone: what was sent has no answer, what was not sent never will be. */
  close(reason: string): void {
    if (this.closed !== undefined) return;
    this.closed = reason;
    const unsent = this.waiting.splice(0);
    this.finish({ status: 'no-answer', reason });
    for (const call of unsent) call.settle({ status: 'offline', reason });
  }

  private takeId(): number {
    const id = this.nextId;
    this.nextId += 1;
    return id;
  }

  private next(): void {
    if (this.current !== undefined || this.closed !== undefined) return;
    this.current = this.takeNext();
    if (this.current === undefined) return;
    const { id, method, params } = this.current;
    this.send(JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }), id }));
  }

  /** The next one that can still be answered in time. Others are not sent: a device that hung would do all of them as it wakes up. */
  private takeNext(): Waiting | undefined {
    for (let call = this.waiting.shift(); call !== undefined; call = this.waiting.shift()) {
      if (this.time.elapsedMs() <= call.sendBefore) return call;
      call.settle({ status: 'busy', reason: 'The device was busy with other calls, and too little time is left.' });
    }
    return undefined;
  }

  private giveUp(call: Waiting, reasons: { unsent: string; sent: string }): void {
    if (this.current === call) return this.finish({ status: 'no-answer', reason: reasons.sent });
    const index = this.waiting.indexOf(call);
    if (index < 0) return;
    this.waiting.splice(index, 1);
    call.settle({ status: 'busy', reason: reasons.unsent });
  }

  private finish(outcome: RpcOutcome): void {
    const finished = this.current;
    this.current = undefined;
    finished?.settle(outcome);
    this.next();
  }
}

type RpcClientNeeds = {
  send(message: string): void;
  time?: Time | undefined;
  firstId?: number | undefined;
};

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
