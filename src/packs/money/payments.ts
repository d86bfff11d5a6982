import { z } from 'zod';
import { minorText } from '#base/currency.ts';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import { type Payment, paymentStates } from '#money/payments/payment.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { after, counted, cursorIfAny, limit, moreHint, next, placeAfter } from '../charging/paging.ts';
import { withSafeErrors } from '../charging/safe-errors.ts';
import type { MoneyPackNeeds } from './needs.ts';
import { itemForAgents, shownItem } from './open-items.ts';

export const paymentIdArgument = z.uuid().describe('As list_payments returns it');
export const noSuchPayment = {
  NOT_FOUND: 'No payment has this payment_id. Call list_payments to see which there are.',
};

const shownPayment = z.object({
  payment_id: z.string(),
  state: z.string(),
  purpose: z.string(),
  subject: z.string(),
  method: z.string(),
  currency: z.string(),
  received: z.string(),
  kept: z.string().describe('What pays a debt'),
  refund_owed: z.string(),
  refunded: z.string(),
  clawed_back: z.string().optional(),
  trouble: z.string().optional(),
  created_at: z.string(),
});

export function paymentForAgents(payment: Payment): z.input<typeof shownPayment> {
  const text = (amount: bigint) => minorText(amount, payment.currency);
  const { id, state, purpose, subject, method, currency, createdAt } = payment;
  return {
    payment_id: id,
    state,
    purpose,
    subject,
    method,
    currency,
    received: text(payment.received),
    kept: text(payment.allocated),
    refund_owed: text(payment.refundOwed),
    refunded: text(payment.refunded),
    ...(payment.clawedBack > 0n && { clawed_back: text(payment.clawedBack) }),
    trouble: untrustedTextIfAny(payment.trouble),
    created_at: createdAt.toISOString(),
  };
}

type Needs = Pick<MoneyPackNeeds, 'money'>;

export function listPayments({ money }: Needs): Tool {
  return defineTool({
    name: 'list_payments',
    title: 'Payments',
    description:
      'Lists payments at providers such as Pix or a card, newest first, with what was received, kept and given back. For one with every step, use get_payment; for what a person has to look at, list_open_items.',
    category: 'payments',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      state: z.enum(paymentStates).optional().describe('Only those in this state'),
      subject: z.string().max(100).optional().describe('Only those for this visit, order or invoice'),
      limit: limit(100, 20),
      after,
    }),
    output: z.object({ payments: z.array(shownPayment), next }),
    examples: [{}, { state: 'disputed' }],
    async run({ state, subject, limit: most, after: cursor }) {
      const states = state === undefined ? undefined : [state];
      const found = await money.payments.list({ states, subject, after: placeAfter(cursor), limit: most + 1 });
      const page = found.slice(0, most);
      const more = cursorIfAny(found.length > most ? page.at(-1)?.id : undefined);
      const text = `${counted(page.length, 'payment')}.${moreHint(more)}`;
      return { text, data: { payments: page.map(paymentForAgents), next: more } };
    },
  });
}

export function getPayment({ money }: Needs): Tool {
  return defineTool({
    name: 'get_payment',
    title: 'One payment',
    description:
      'Tells everything about one payment: what the provider was asked, what money moved, and what is open about it.',
    category: 'payments',
    level: 'explain',
    tier: 'R0',
    input: z.object({ payment_id: paymentIdArgument }),
    output: z.object({
      payment: shownPayment,
      operations: z.array(z.record(z.string(), z.string())).describe('What the provider was asked, oldest first'),
      movements: z.array(z.record(z.string(), z.string())).describe('Money that moved'),
      open_items: z.array(shownItem),
    }),
    examples: [{ payment_id: '0192f0c1-aaaa-7000-8000-000000000001' }],
    subject: ({ payment_id }) => payment_id,
    async run({ payment_id }) {
      const payment = await withSafeErrors(noSuchPayment, () => money.payments.get(payment_id));
      const [{ operations, movements }, items] = await Promise.all([
        money.payments.history(payment_id),
        money.openItems({ paymentId: payment_id, isOpen: true, limit: 50 }),
      ]);
      const amountOf = (amount: bigint) => minorText(amount, payment.currency);
      return {
        text: `The payment is ${payment.state}; ${counted(items.length, 'open item')}.`,
        data: {
          payment: paymentForAgents(payment),
          operations: operations.map(({ kind, amount, state, askedAt }) => ({
            kind,
            amount: amountOf(amount),
            state,
            asked_at: askedAt.toISOString(),
          })),
          movements: movements.map(({ kind, amount, at }) => ({
            kind,
            amount: amountOf(amount),
            at: at.toISOString(),
          })),
          open_items: items.map(itemForAgents),
        },
      };
    },
  });
}
