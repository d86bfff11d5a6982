import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { type Duty, every } from '#base/every.ts';
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

const atOnce = 20;
/** Of one receiver in one round, so that a long line does not keep others waiting. */
const perRound = 500;
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
  const sending = every({
    task: 'deliver notifications',
    everyMs: needs.everyMs ?? 1_000,
    log,
    only: needs.isKeeper,
    run: () => deliverDue(needs, closing.signal),
  });
  const sweeping = every({
    ...{ task: 'sweep old deliveries', everyMs: 3_600_000, log, only: needs.isKeeper },
    async run() {
      const given = await sweepLine(pool, { now: clock.now(), tryForMs, keepMs });
      if (given > 0)
        log.warn({ deliveries: given }, 'notifications were not delivered within a week, and nobody tries again');
    },
  });
  return {
    now: () => sending.now(),
    async close() {
      closing.abort();
      await sending.close();
      await sweeping.close();
    },
  };
}

async function deliverDue(needs: OutboxNeeds, signal: AbortSignal): Promise<void> {
  const receivers = await dueReceivers(needs.pool, needs.clock.now());
  for (let from = 0; from < receivers.length && !signal.aborted; from += atOnce)
    await Promise.all(receivers.slice(from, from + atOnce).map((receiver) => deliverTo(needs, receiver, signal)));
}

async function deliverTo(
  { pool, clock, log, channels }: OutboxNeeds,
  receiver: string,
  signal: AbortSignal,
): Promise<void> {
  const send = channels[receiver.slice(0, receiver.indexOf(':'))];
  for (let sent = 0; sent < perRound && !signal.aborted; sent += 1) {
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
