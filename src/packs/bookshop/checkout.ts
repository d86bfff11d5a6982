import { z } from 'zod';
import type { Json } from '#base/json-schema.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { checkoutHours } from '#bookshop/checkout.ts';
import { mustBeOpen, type PricedCheckout } from '#bookshop/checkouts.ts';
import type { Completed } from '#bookshop/complete-checkout.ts';
import { priceText } from '#bookshop/terms.ts';
import { troubleText } from '#bookshop/trouble-text.ts';
import { wantedOf } from '#bookshop/wanted-of.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { actorName } from '#principals/actor.ts';
import type { CallContext } from '#tools/context.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { cartOf, cartShape, codeArgument, couponText, deliveryArgument, itemsArgument } from './cart.ts';
import type { PackNeeds } from './needs.ts';

const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .transform((given) => untrustedText(given, most));

export const addressArgument = z
  .object({
    first_name: line(60).optional(),
    last_name: line(60).optional(),
    street_address: line(200),
    extended_address: line(100).optional(),
    address_locality: line(100),
    address_region: line(50),
    postal_code: line(20),
    address_country: line(30).optional(),
    phone_number: line(30).optional(),
  })
  .optional()
  .describe('Where to; needed unless delivery is pickup');

const checkoutId = z.string().max(60).describe('As create_checkout returns it');

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
      const { items, totals, coupon, shipping, currency } = found.priced;
      const copies = items.reduce((sum, { line }) => sum + line.quantity, 0);
      return {
        targets: [`checkout:${found.checkout.id}`],
        effect: sentenceOf(deliveries[shipping?.id ?? 'pickup'], {
          price: priceText(totals.totalCents, currency),
          books: copies === 1 ? sentenceOf('one-book') : sentenceOf('many-books', { count: copies }),
        }),
        details: {
          lines: items.map(
            ({ line, book }, index): Json => ({
              book_id: book.id,
              title: book.title,
              quantity: line.quantity,
              unit_cents: book.priceCents,
              total_cents: totals.lines[index]?.totalCents ?? 0,
            }),
          ),
          subtotal_cents: totals.subtotalCents,
          discount_cents: totals.discountCents,
          coupon: coupon?.code ?? null,
          shipping_cents: totals.shippingCents - totals.shippingDiscountCents,
          total_cents: totals.totalCents,
          currency,
        },
        preconditions: {
          total_cents: totals.totalCents,
          coupon: coupon?.code ?? null,
          shipping: shipping?.id ?? null,
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
        const { id, number, totals, currency } = completed.order;
        return {
          text: `It is paid and ordered: order ${number}, ${priceText(totals.totalCents, currency)}.`,
          data: { is_done: true, order_id: id, order_number: number, total_cents: totals.totalCents },
        };
      }
      const why = whyNotText(completed);
      return { text: `Nothing was bought. ${why}`, data: { is_done: false, why_not: why } };
    },
  });
}

const deliveries = {
  pickup: 'effect-pay-pickup',
  standard: 'effect-pay-standard',
  express: 'effect-pay-express',
} as const;

function mustBeReady({ priced: { troubles, currency } }: PricedCheckout): void {
  if (troubles.length === 0) return;
  const told = troubles.map((trouble) => troubleText(trouble, currency));
  throw problemOf(
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
      return troublesText(completed.found) || 'A price or the coupon has changed: look at it again.';
    case 'challenge':
      return 'The payment asks for a confirmation that the buyer can only give elsewhere: use another means of payment.';
    case 'refused':
      return refusals[completed.why];
  }
}

function troublesText({ priced: { troubles, currency } }: PricedCheckout): string {
  return troubles.map((trouble) => troubleText(trouble, currency)).join(' ');
}

const refusals = {
  declined: 'The payment was declined: use another means of payment.',
  'unknown-token': 'The payment token is not known: ask the buyer for another one.',
  unavailable: 'The payment service did not answer: try again later.',
} as const;

/** Whose carts and checkouts a call is about: those of whoever asked for it, also where somebody else carries it out. */
export function ownerOf({ actor, onBehalfOf }: Pick<CallContext, 'actor' | 'onBehalfOf'>): string {
  return onBehalfOf ?? actorName(actor);
}

export function createCheckout({ shop }: PackNeeds): Tool {
  return defineTool({
    name: 'create_checkout',
    title: 'Begin to buy',
    description: `Keeps what is to be bought, with delivery and coupon, as a checkout of yours for ${checkoutHours} hours. Nothing is paid or set aside by it; complete_checkout pays. Look at the sums with calculate_cart first.`,
    category: 'books',
    level: 'advanced',
    tier: 'R1',
    annotations: { openWorldHint: false },
    input: z.object({
      items: itemsArgument,
      discount_code: codeArgument,
      delivery: deliveryArgument,
      delivery_address: addressArgument,
    }),
    output: z.object({
      checkout_id: z.string(),
      status: z.enum(['ready', 'incomplete']),
      expires_at: z.iso.datetime(),
      ...cartShape,
    }),
    examples: [{ items: [{ book_id: 'tec-001', quantity: 1 }], discount_code: 'TECH15', delivery: 'pickup' }],
    async run(given, context) {
      const owner = ownerOf(context);
      const wanted = wantedOf({ ...given, address: given.delivery_address });
      const before = await shop.price(wanted, owner);
      const missing = before.troubles.find(({ kind }) => kind === 'not-sold');
      if (missing !== undefined)
        throw problemOf('NOT_FOUND', sentenceOf('book-unknown'), { trouble: troubleText(missing, before.currency) });
      const { checkout, priced } = await shop.createCheckout(owner, { ...wanted, needsEmail: false, tell: null });
      const isReady = priced.troubles.length === 0;
      const next = isReady ? 'complete_checkout pays it.' : 'It cannot be paid as it is: see troubles.';
      return {
        text: `The total is ${priceText(priced.totals.totalCents, priced.currency)}.${couponText(priced)} ${next}`,
        data: {
          checkout_id: checkout.id,
          status: isReady ? ('ready' as const) : ('incomplete' as const),
          expires_at: checkout.expiresAt.toISOString(),
          ...cartOf(priced),
        },
      };
    },
  });
}
