import type { Capabilities } from '../providers/payment-provider.ts';
import { finalTarget, min, type PaymentBook } from './absorb-reading.ts';
import type { OperationKind } from './payment.ts';

export type NextStep =
  | { kind: 'ask'; operation: { kind: OperationKind; amount: bigint; movementId: string | null } }
  /** What was asked already: nobody knows whether it arrived. */
  | { kind: 'ask-again' }
  /** The payer's time is over before the provider ever heard of it. */
  | { kind: 'give-up' }
  /** Null: nothing is left to do. */
  | { kind: 'wait'; until: Date | null };

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A code of Pix can be paid long after it expired; providers repeat events for three days. */
const watchAfterEndMs = 4 * day;
const maxRefusals = 5;

/** What to ask of the provider next. A rule over what is known, so that whoever takes up a payment does the same. */
export function nextStep(
  book: PaymentBook,
  { now, capabilities, isRefundPending }: { now: Date; capabilities: Capabilities; isRefundPending: boolean },
): NextStep {
  const { payment, operation, refusals } = book;
  const wait = (ms: number | null): NextStep => ({
    kind: 'wait',
    until: ms === null ? null : new Date(now.getTime() + ms),
  });
  const ask = (kind: OperationKind, amount: bigint, movementId: string | null = null): NextStep => ({
    kind: 'ask',
    operation: { kind, amount, movementId },
  });
  const isLate = now >= payment.expiresAt;
  if (operation !== null) {
    if (operation.kind === 'begin' && (isLate || payment.target === 0n)) return { kind: 'give-up' };
    return isRefundPending ? wait(backoff(now, operation.askedAt)) : { kind: 'ask-again' };
  }
  const target = finalTarget(payment);
  if (payment.received > 0n) {
    const owed = payment.refundOwed - payment.refunded;
    if (owed > 0n) {
      if (refusals.refund >= maxRefusals && now.getTime() - payment.changedAt.getTime() < day) return wait(day);
      const from = refundable(book, owed);
      return from === undefined ? wait(day) : ask('refund', from.amount, from.movementId);
    }
    return wait(target === null ? 15 * minute : null);
  }
  switch (payment.status) {
    case 'open':
    case 'taken': // and its money is not shown yet
      if (payment.status === 'open' && (isLate || target === 0n))
        return refusals.cancel < maxRefusals ? ask('cancel', 0n) : wait(10 * minute);
      return wait(payerPatience(book, now));
    case 'held': {
      const wanted = target === null ? payment.consent : min(target, payment.consent);
      const mayIncrease = capabilities.increase && refusals.increase === 0 && wanted > payment.authorized;
      if (mayIncrease) return ask('increase', wanted);
      if (target === null) return wait(10 * minute);
      if (target === 0n) return refusals.cancel < maxRefusals ? ask('cancel', 0n) : wait(hour);
      if (refusals.capture >= maxRefusals) return wait(hour);
      return ask('capture', capabilities.partialCapture ? min(wanted, payment.authorized) : payment.authorized);
    }
    default: {
      const endedMs = now.getTime() - payment.expiresAt.getTime();
      return wait(endedMs > watchAfterEndMs ? null : Math.min(6 * hour, Math.max(minute, endedMs / 4)));
    }
  }
}

/** A refund is bound to one payment: the newest of those that can give back all of it, else the one with the most. */
function refundable({ movements }: PaymentBook, owed: bigint): { movementId: string; amount: bigint } | undefined {
  const rest = (id: string, amount: bigint) =>
    movements.reduce((left, each) => (each.of === id && each.kind !== 'in' ? left - each.amount : left), amount);
  const open = movements
    .filter(({ kind }) => kind === 'in')
    .map(({ id, amount, at }) => ({ movementId: id, left: rest(id, amount), at }))
    .filter(({ left }) => left > 0n)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const chosen =
    open.find(({ left }) => left >= owed) ?? open.toSorted((one, other) => (other.left > one.left ? 1 : -1))[0];
  return chosen && { movementId: chosen.movementId, amount: min(chosen.left, owed) };
}

/** Somebody stands at the station: at first we look often. */
function payerPatience({ payment: { status, createdAt, expiresAt } }: PaymentBook, now: Date): number {
  const often = Math.min(30 * second, 2 * second + (now.getTime() - createdAt.getTime()) / 10);
  return status === 'open' ? Math.max(0, Math.min(often, expiresAt.getTime() - now.getTime())) : often;
}

/** The longer nobody answers, the less often is asked. */
export function backoff(now: Date, since: Date): number {
  return Math.min(hour, Math.max(2 * second, (now.getTime() - since.getTime()) / 2));
}
