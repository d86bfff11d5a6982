import type { Posting } from '../ledger/accounts.ts';
import { difference, type NewTransaction } from '../ledger/post-money.ts';
import type { Movement } from '../providers/payment-provider.ts';
import { disputedAmount } from './absorb-reading.ts';
import type { Payment } from './payment.ts';

/** Where the money of a payment stands. Together it comes to nothing, whatever the amounts are. Holds are no entries: nothing moved. */
export function balancesOf(payment: Payment): Posting[] {
  const { id, provider, received, refunded, refundOwed, clawedBack, allocated, fees } = payment;
  const disputed = disputedAmount(payment);
  const party = `payment:${id}`;
  return [
    { account: 'clearing', party: provider, amount: received - refunded - clawedBack - fees },
    { account: 'fees', party: provider, amount: fees },
    { account: 'receivable', party: payment.receivable ?? party, amount: -allocated },
    { account: 'deposits', party, amount: -(received - allocated - refundOwed - (clawedBack - disputed)) },
    { account: 'refunds-due', party, amount: refunded - refundOwed },
    { account: 'disputes', party, amount: disputed },
  ];
}

/** What follows for the money ledger from a change of a payment: an entry for each movement, and one for what was decided. */
export function bookPayment(
  before: Payment,
  after: Payment,
  { news, at }: { news: readonly Movement[]; at: Date },
): NewTransaction[] {
  const about = { currency: after.currency, at };
  const transactions: NewTransaction[] = [];
  let standing = before;
  for (const movement of news) {
    const moved = withMovement(standing, movement);
    transactions.push({
      ...about,
      key: `movement:${after.provider}:${movement.id}`,
      kind: `payment-${movement.kind}`,
      cites:
        movement.operationId === null
          ? { kind: 'movement', id: movement.id }
          : { kind: 'operation', id: movement.operationId },
      postings: difference(balancesOf(standing), balancesOf(moved)),
    });
    standing = moved;
  }
  transactions.push({
    ...about,
    key: `payment:${after.id}:${after.version}`,
    kind: 'payment-allocation',
    cites:
      after.citesKind !== null && after.citesId !== null
        ? { kind: after.citesKind as 'bill', id: after.citesId }
        : { kind: 'payment', id: after.id },
    postings: difference(balancesOf(standing), balancesOf(after)),
  });
  return transactions;
}

function withMovement(payment: Payment, { kind, amount }: Movement): Payment {
  switch (kind) {
    case 'in':
      return { ...payment, received: payment.received + amount };
    case 'refund':
      return { ...payment, refunded: payment.refunded + amount };
    case 'claw-back':
      return { ...payment, clawedBack: payment.clawedBack + amount };
    case 'fee':
      return { ...payment, fees: payment.fees + amount };
  }
}
