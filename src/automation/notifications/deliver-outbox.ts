import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { type Duty, every, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { type Due, dueReceivers, firstDue, giveUp, markDelivered, markFailed, sweepLine } from './outbox-store.ts';

/** Sends one thing to one receiver. Resolves once it was taken; `gone`: this receiver will never take anything again. */
export type Send = (due: Due, signal: AbortSignal) => Promise<'taken' | 'gone'>;

export type OutboxNeeds = Duty & {
  pool: Pool;
  clock: Clock;
  log: Log;
  /** By the part of a receiver before the colon. */
  channels: Readonly<Record<string, Send>>;
  everyMs?: number | undefined;
};

/** More receivers than these are not spoken with at once; those that wait go before those that were just served. */
const atOnce = 50;
/** Of one receiver in one turn. */
const perTurn = 500;
const dayMs = 86_400_000;
const tryForMs = 7 * dayMs;
const keepMs = 30 * dayMs;

/**
 * Delivers what waits: each receiver gets its things one after the other, in the order they were put in line, and the next one only after
 * the one before was taken. A receiver that is away is tried again after a pause, for a week, and keeps nobody else waiting. What was
 * taken just before we died is sent again under the same id, by which receivers know it.
 */
export function deliverOutbox(needs: OutboxNeeds) {
  const { pool, clock, log } = needs;
  const closing = new AbortController();
  const underWay = new Map<string, Promise<void>>();
  const begin = (receiver: string) => {
    const turn = deliverTo(needs, receiver, closing.signal)
      .catch((thrown: unknown) => willRetry(log, 'deliver notifications', thrown, { receiver }))
      .finally(() => underWay.delete(receiver));
    underWay.set(receiver, turn);
  };
  // A turn is not waited for: one receiver that answers slowly, or never, holds up nobody else.
  const sending = every({
    task: 'look for notifications to deliver',
    everyMs: needs.everyMs ?? 1_000,
    log,
    only: needs.isKeeper,
    async run() {
      const due = await dueReceivers(pool, clock.now());
      for (const receiver of due) {
        if (closing.signal.aborted || underWay.size >= atOnce) return;
        if (!underWay.has(receiver)) begin(receiver);
      }
    },
  });
  const sweeping = every({
    task: 'sweep old deliveries',
    everyMs: 3_600_000,
    log,
    only: needs.isKeeper,
    async run() {
      const given = await sweepLine(pool, { now: clock.now(), tryForMs, keepMs });
      if (given > 0)
        log.warn({ deliveries: given }, 'notifications were not delivered within a week, and nobody tries again');
    },
  });
  const settled = async () => void (await Promise.all(underWay.values()));
  return {
    /** What is due leaves now; resolves once every receiver has had its turn. */
    async now() {
      await settled();
      await sending.now();
      await settled();
    },
    async close() {
      closing.abort();
      await sending.close();
      await settled();
      await sweeping.close();
    },
  };
}

async function deliverTo(
  { pool, clock, log, channels }: OutboxNeeds,
  receiver: string,
  signal: AbortSignal,
): Promise<void> {
  const send = channels[receiver.slice(0, receiver.indexOf(':'))];
  for (let sent = 0; sent < perTurn && !signal.aborted; sent += 1) {
    const due = await firstDue(pool, receiver, clock.now());
    if (due === undefined) return;
    if (send === undefined) return giveUp(pool, due, clock.now());
    try {
      const outcome = await send(due, signal);
      if (outcome === 'gone') await giveUp(pool, due, clock.now());
      else await markDelivered(pool, due, clock.now());
    } catch (thrown) {
      if (signal.aborted) return;
      const trouble = asError(thrown).message;
      await markFailed(pool, receiver, { now: clock.now(), trouble });
      log.debug({ receiver, reason: trouble }, 'a receiver of notifications could not be reached');
      return;
    }
  }
}
