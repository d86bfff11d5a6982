import { minorText } from '#base/currency.ts';
import type { NewEvent } from '#ledger/ledger-types.ts';
import type { Payment } from './payment.ts';

/** A change of a payment as the ledger tells it. Who pays is not for everybody's eyes. */
export function paymentEvent(before: Payment | null, after: Payment, at: Date): NewEvent {
  const text = (minor: bigint) => minorText(minor, after.currency);
  const { id, purpose, subject, provider, method, currency, state } = after;
  return {
    kind: before === null ? 'payment-begun' : 'payment-changed',
    stationId: null,
    key: `payment:${id}:${after.version}`,
    happenedAt: at,
    body: {
      paymentId: id,
      purpose,
      subject,
      provider,
      method,
      currency,
      state,
      consent: text(after.consent),
      authorized: text(after.authorized),
      received: text(after.received),
      refunded: text(after.refunded),
      refundOwed: text(after.refundOwed),
      clawedBack: text(after.clawedBack),
      target: after.target === null ? null : text(after.target),
      allocated: text(after.allocated),
      fees: text(after.fees),
      trouble: after.trouble,
    },
  };
}
