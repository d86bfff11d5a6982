import { z } from 'zod';
import type { Json } from '#base/json-schema.ts';
import type { PricedCheckout } from '#bookshop/checkouts.ts';
import { mustBeOpen } from '#bookshop/checkouts.ts';
import type { Completed } from '#bookshop/complete-checkout.ts';
import { reaisText } from '#bookshop/money-text.ts';
import { shopProblem } from '#bookshop/shop-problem.ts';
import { troubleText } from '#bookshop/trouble-text.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { ownerOf } from '../owner.ts';
import { checkoutId } from './checkout-arguments.ts';

export function completeCheckout({ shop }: PackNeeds): Tool {
  return defineTool({
    name: 'complete_checkout',
    title: 'Pay and order',
    description:
      'Pays a checkout of yours and orders its books. It spends money: a person approves the sum first, and if price, stock or coupon change until then nothing is bought. The result says which order it became; asking again never buys twice.',
    category: 'books',
    level: 'advanced',
    tier: 'R2',
    isIdempotent: true,
    timeoutMs: 60_000,
    input: z.object({
      checkout_id: checkoutId,
      payment_token: z
        .string()
        .min(1)
        .max(300)
        .describe('What stands for the buyer’s means of payment; trials use success_token'),
    }),
    output: z.object({
      is_done: z.boolean(),
      order_id: z.string().optional(),
      order_number: z.int().optional(),
      total_cents: z.int().optional(),
      why_not: z.string().optional(),
    }),
    examples: [{ checkout_id: '01997e1c-7a44-7c31-9b0e-5f2f3a6f1d10', payment_token: 'success_token' }],
    subject: ({ checkout_id }) => checkout_id,
    async plan({ checkout_id }, context) {
      const found = await shop.checkout({ id: checkout_id, owner: ownerOf(context) });
      mustBeOpen(found.checkout);
      mustBeReady(found);
      const { items, totals, coupon, shipping } = found.priced;
      const copies = items.reduce((sum, { line }) => sum + line.quantity, 0);
      return {
        targets: [`checkout:${found.checkout.id}`],
        effect: `Pays ${reaisText(totals.totalCents)} for ${copies === 1 ? '1 book' : `${copies} books`}, ${deliveryText[shipping?.id ?? 'pickup']}.`,
        details: {
          lines: items.map(
            ({ line, book }, index): Json => ({
              ...{ book_id: book.id, title: book.title, quantity: line.quantity, unit_cents: book.priceCents },
              total_cents: totals.lines[index]?.totalCents ?? 0,
            }),
          ),
          ...{
            subtotal_cents: totals.subtotalCents,
            discount_cents: totals.discountCents,
            coupon: coupon?.code ?? null,
          },
          ...{
            shipping_cents: totals.shippingCents - totals.shippingDiscountCents,
            total_cents: totals.totalCents,
            currency: 'BRL',
          },
        },
        preconditions: {
          ...{ total_cents: totals.totalCents, coupon: coupon?.code ?? null, shipping: shipping?.id ?? null },
          lines: items.map(({ line, book }): Json => [book.id, line.quantity, book.priceCents]),
          is_in_stock: true,
        },
      };
    },
    async run({ checkout_id, payment_token }, context) {
      const { actor } = context;
      const completed = await shop.complete({
        id: checkout_id,
        owner: ownerOf(context),
        paying: { token: payment_token },
        actor,
      });
      if (completed.status === 'ordered') {
        const { id, number, totals } = completed.order;
        return {
          text: `It is paid and ordered: order ${number}, ${reaisText(totals.totalCents)}.`,
          data: { is_done: true, order_id: id, order_number: number, total_cents: totals.totalCents },
        };
      }
      const why = whyNotText(completed);
      return { text: `Nothing was bought. ${why}`, data: { is_done: false, why_not: why } };
    },
  });
}

const deliveryText = {
  pickup: 'taken at the charging site',
  standard: 'sent by standard delivery',
  express: 'sent by express delivery',
} as const;

function mustBeReady({ priced: { troubles } }: PricedCheckout): void {
  if (troubles.length === 0) return;
  const told = troubles.map(troubleText);
  throw shopProblem(
    'CONFLICT',
    sentenceOf('checkout-not-ready', { troubles: told.map((text) => text.replace(/\.$/, '')) }),
    { troubles: told },
  );
}

function whyNotText(completed: Exclude<Completed, { status: 'ordered' }>): string {
  switch (completed.status) {
    case 'in-progress':
      return 'Another attempt to pay it is under way: look again in a minute.';
    case 'not-ready':
      return (
        completed.found.priced.troubles.map(troubleText).join(' ') ||
        'A price or the coupon has changed: look at it again.'
      );
    case 'challenge':
      return 'The payment asks for a confirmation that the buyer can only give elsewhere: use another means of payment.';
    case 'refused':
      return refusals[completed.why];
  }
}

const refusals = {
  declined: 'The payment was declined: use another means of payment.',
  'unknown-token': 'The payment token is not known: ask the buyer for another one.',
  unavailable: 'The payment service did not answer: try again later.',
} as const;
