import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { newCorrection } from '#contract/billing/bill.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { holderOfHash } from '../access/token.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';
import { theSessionNamed, transactionArguments } from '../sessions/list-sessions.ts';

export function correctBill(needs: Pick<PackNeeds, 'charging'>): Tool {
  const { charging } = needs;
  return defineTool({
    name: 'correct_bill',
    title: 'Correct a bill',
    description:
      'Books a correction of the bill of one ended session: below zero gives money back, as far as there is some. What was booked before stays as it is. Look at the bill first, with get_transaction_details and with_cost true; for prices of sessions to come, use set_tariff. An administrator approves it first.',
    category: 'tariffs',
    level: 'advanced',
    tier: 'R3',
    input: z.object({
      ...transactionArguments,
      amount: newCorrection.shape.amount.describe('In the currency of the bill, such as "-5.00"'),
      reason: z.string().trim().min(3).max(300).describe('Kept with the booking and shown to people'),
    }),
    output: z.object({ session_id: z.string(), total: z.string(), currency: z.string(), is_done: z.boolean() }),
    examples: [{ transaction_id: 1042, amount: '-5.00', reason: 'The cable was stuck for an hour' }],
    subject: ({ transaction_id }) => String(transaction_id),
    async plan(given) {
      const session = await theSessionNamed(needs, given);
      const { currency, total, corrected } = await withSafeErrors(words, () =>
        charging.billing.foresee(session.id, correctionOf(given)),
      );
      const { amount, reason } = correctionOf(given);
      const what = amount.startsWith('-')
        ? sentenceOf('gives-back', { amount: amount.slice(1), currency })
        : sentenceOf('charges-more', { amount, currency });
      return {
        targets: [`session:${session.id}`],
        effect: sentenceOf('effect-correct-bill', { what, corrected, total, currency }),
        details: {
          session_id: session.id,
          total,
          corrected,
          currency,
          reason,
          ...(await holderOfHash(charging, session.tokenHash)),
        },
        preconditions: { total, currency },
      };
    },
    async run(given, { actor }) {
      const { id } = await theSessionNamed(needs, given);
      const { total, currency } = await withSafeErrors(words, () =>
        charging.billing.correct(id, correctionOf(given), actor),
      );
      return {
        text: `It is booked: the session costs ${total} ${currency} now.`,
        data: { session_id: id, total: total ?? '0', currency: currency ?? '', is_done: true },
      };
    },
  });
}

function correctionOf({ amount, reason }: { amount: string; reason: string }) {
  return { amount, reason: untrustedText(reason, 300) };
}

const words = {
  CONFLICT:
    'There is no bill to correct: the session is running, not billed yet, or free. See get_transaction_details with with_cost true.',
  INVALID_INPUT:
    'amount must be whole minor units of the currency, not zero, and give back no more than the bill comes to. See get_transaction_details with with_cost true.',
};
