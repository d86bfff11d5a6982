import { minorOf, minorText } from '#base/currency.ts';
import { SigecError } from '#base/errors.ts';
import type { Money } from '#money/open-money.ts';
import type { Payment } from '#money/payments/payment.ts';
import type { Actor } from '#principals/actor.ts';
import type { Billing } from '../billing/open-billing.ts';

type Needs = { money: Pick<Money, 'payments'>; billing: Pick<Billing, 'correct'> };

/** A person gives a part of a payment back. What was charged for a session is given back with its bill, so that both stay the same. */
export async function refundPayment(
  { money, billing }: Needs,
  id: string,
  { amount: text, reason, actor }: { amount: string; reason: string; actor: Actor },
): Promise<void> {
  const payment = await money.payments.get(id);
  const amount = refundable(payment, text);
  const { citesKind, citesId, receivable, currency } = payment;
  if (citesKind !== 'bill' || citesId === null || receivable === null) {
    await money.payments.refund(id, { amount, reason, actor });
    return;
  }
  const { total } = await billing.correct(citesId, { amount: `-${minorText(amount, currency)}`, reason }, actor);
  const kept = minorOf(total ?? '0', currency) ?? 0n;
  await money.payments.settle(id, { amount: kept, receivable, cites: { kind: 'bill', id: citesId } });
}

/** What is still kept of it. */
export function leftOf({ received, refundOwed, clawedBack }: Payment): bigint {
  return received - refundOwed - clawedBack;
}

/** In whole minor units. Throws what can be given back at most. */
export function refundable(payment: Payment, text: string): bigint {
  const { currency } = payment;
  const amount = minorOf(text, currency);
  const left = leftOf(payment);
  const details = { field: 'amount', left: minorText(left, currency) };
  if (amount === undefined)
    throw new SigecError('INVALID_INPUT', `${currency} cannot be paid in parts that small: give whole minor units.`, {
      details,
    });
  if (amount <= 0n || amount > left)
    throw new SigecError(
      'INVALID_INPUT',
      `Give an amount above zero, and at most ${details.left} ${currency}: no more is kept.`,
      { details },
    );
  return amount;
}
