import { z } from 'zod';
import { minorText } from '#base/currency.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { leftOf, refundPayment as refund, refundable } from '#charging/bill-payments/refund-payment.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { withSafeErrors } from '../charging/safe-errors.ts';
import type { MoneyPackNeeds } from './needs.ts';
import { noSuchPayment, paymentForAgents, paymentIdArgument } from './payments.ts';

const words = {
  ...noSuchPayment,
  INVALID_INPUT: 'amount must be above zero, in whole minor units, and no more than is kept of the payment.',
  CONFLICT: 'No more of the payment can be given back. Look at it with get_payment.',
};

/** Money never moves by an agent alone: a person approves each refund. */
export function refundPayment({ money, charging }: Pick<MoneyPackNeeds, 'money' | 'charging'>): Tool {
  return defineTool({
    name: 'refund_payment',
    title: 'Give a part of a payment back',
    description:
      'Gives a part of one payment back to whoever paid; where it paid a session, its bill is corrected by the same amount. Look at the payment first, with get_payment. Where nobody paid at a provider, use correct_bill. An administrator approves it first.',
    category: 'payments',
    level: 'change',
    tier: 'R3',
    input: z.object({
      payment_id: paymentIdArgument,
      amount: z
        .string()
        .regex(/^\d{1,12}(\.\d{1,4})?$/)
        .describe('How much goes back, in the currency of the payment, such as "5.00"'),
      reason: z.string().trim().min(3).max(300).describe('Kept with the refund and shown to people'),
    }),
    output: z.object({
      payment_id: z.string(),
      refund_owed: z.string(),
      refunded: z.string(),
      is_done: z.boolean(),
    }),
    examples: [
      { payment_id: '0192f0c1-aaaa-7000-8000-000000000001', amount: '5.00', reason: 'The cable was stuck for an hour' },
    ],
    subject: ({ payment_id }) => payment_id,
    async plan({ payment_id, amount, reason }) {
      return withSafeErrors(words, async () => {
        const payment = await money.payments.get(payment_id);
        const given = minorText(refundable(payment, amount), payment.currency);
        const left = minorText(leftOf(payment), payment.currency);
        const { currency, state } = payment;
        return {
          targets: [`payment:${payment.id}`],
          effect: sentenceOf('effect-refund-payment', { amount: given, currency, left }),
          details: { payment_id, amount: given, left, currency, reason: untrustedText(reason, 300) },
          preconditions: { left, state },
        };
      });
    },
    async run({ payment_id, amount, reason }, { actor }) {
      const given = { amount, reason: untrustedText(reason, 300), actor };
      await withSafeErrors(words, () => refund({ money, billing: charging.billing }, payment_id, given));
      const { refund_owed, refunded } = paymentForAgents(await money.payments.get(payment_id));
      const text = `Of the payment ${refunded} went back so far, of ${refund_owed} that shall.`;
      return { text, data: { payment_id, refund_owed, refunded, is_done: true } };
    },
  });
}
