import { z } from 'zod';
import { most } from '#bookshop/checkout.ts';
import { type CouponVerdict, couponCode } from '#bookshop/coupon.ts';
import type { Priced } from '#bookshop/price-wanted.ts';
import { priceText } from '#bookshop/terms.ts';
import { troubleText, whyNotText } from '#bookshop/trouble-text.ts';
import { wantedOf } from '#bookshop/wanted-of.ts';
import { actorName } from '#principals/actor.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { bookId } from './books.ts';
import type { PackNeeds } from './needs.ts';

export const cartShape = {
  currency: z.string(),
  lines: z.array(
    z.object({
      book_id: z.string(),
      title: z.string(),
      quantity: z.int(),
      unit_cents: z.int(),
      discount_cents: z.int(),
      total_cents: z.int(),
    }),
  ),
  subtotal_cents: z.int(),
  discount_cents: z.int(),
  shipping_cents: z.int().describe('After what a coupon takes off'),
  total_cents: z.int(),
  coupon: z.object({ code: z.string(), is_applied: z.boolean(), why_not: z.string().optional() }).optional(),
  troubles: z.array(z.string()).describe('What keeps it from being bought'),
};

export function cartOf({ items, totals, verdicts, troubles, currency }: Priced) {
  const { subtotalCents, discountCents, shippingCents, shippingDiscountCents, totalCents } = totals;
  const [verdict] = verdicts;
  return {
    currency,
    lines: items.map(({ line, book }, index) => ({
      book_id: book.id,
      title: book.title,
      quantity: line.quantity,
      unit_cents: book.priceCents,
      discount_cents: totals.lines[index]?.discountCents ?? 0,
      total_cents: totals.lines[index]?.totalCents ?? 0,
    })),
    subtotal_cents: subtotalCents,
    discount_cents: discountCents,
    total_cents: totalCents,
    shipping_cents: shippingCents - shippingDiscountCents,
    ...(verdict && { coupon: couponOf(verdict, currency) }),
    troubles: troubles.map((trouble) => troubleText(trouble, currency)),
  };
}

function couponOf(verdict: CouponVerdict, currency: string) {
  if (verdict.isApplied) return { code: verdict.coupon.code, is_applied: true };
  return { code: verdict.code, is_applied: false, why_not: whyNotText(verdict, currency) };
}

export function couponText({ verdicts: [verdict], currency }: Priced): string {
  if (verdict === undefined) return '';
  return verdict.isApplied ? ' The coupon applies.' : ` The coupon does not apply: ${whyNotText(verdict, currency)}`;
}

export const itemsArgument = z
  .array(
    z.object({
      book_id: bookId.describe('As search_books returns it'),
      quantity: z.int().min(1).max(most.copies).default(1).describe('How many copies'),
    }),
  )
  .min(1)
  .max(most.lines)
  .describe('What is wanted');

export const codeArgument = z.string().trim().min(1).max(30).optional().describe('A coupon, such as LIVROS20');

export const deliveryArgument = z
  .enum(['pickup', 'standard', 'express'])
  .default('pickup')
  .describe('pickup: taken at the charging site, free of charge');

export function calculateCart({ shop }: PackNeeds): Tool {
  return defineTool({
    name: 'calculate_cart',
    title: 'Calculate a cart',
    description:
      'Adds up books, coupon and delivery as they would cost now, and says what is sold out. Nothing is kept or set aside; create_checkout begins to buy.',
    category: 'books',
    level: 'shopping',
    tier: 'R0',
    input: z.object({ items: itemsArgument, discount_code: codeArgument, delivery: deliveryArgument }),
    output: z.object(cartShape),
    examples: [{ items: [{ book_id: 'tec-001', quantity: 2 }], discount_code: 'LIVROS20', delivery: 'standard' }],
    async run(given, { actor }) {
      const priced = await shop.price(wantedOf(given), actorName(actor));
      // An address is asked for when something is bought, not when it is added up.
      const troubles = priced.troubles.filter(({ kind }) => kind !== 'no-address');
      const there = troubles.length === 0 ? '' : ' Not all of it can be bought: see troubles.';
      return {
        text: `The total is ${priceText(priced.totals.totalCents, priced.currency)}.${couponText(priced)}${there}`,
        data: cartOf({ ...priced, troubles }),
      };
    },
  });
}

export function checkDiscountCode({ shop }: PackNeeds): Tool {
  return defineTool({
    name: 'check_discount_code',
    title: 'Check a coupon',
    description:
      'Tells whether a coupon exists, what it takes off and on what terms; with items, whether it applies to them and how much it saves. calculate_cart gives all sums.',
    category: 'books',
    level: 'shopping',
    tier: 'R0',
    rateLimit: { calls: 60, perSeconds: 60 }, // codes are not there to be guessed
    input: z.object({
      code: codeArgument.unwrap().describe('As the reader has it, in any case'),
      items: itemsArgument.optional().describe('Absent: only the terms are told'),
    }),
    output: z.object({
      code: z.string(),
      is_valid: z.boolean().describe('Without items: whether it could be used at all'),
      why_not: z.string().optional(),
      title: z.string().optional(),
      kind: z.enum(['percent', 'fixed', 'free-shipping']).optional(),
      value: z.int().optional().describe('Percent, or cents'),
      min_subtotal_cents: z.int().optional(),
      category: z.string().optional().describe('For books of this category alone'),
      is_first_purchase_only: z.boolean().optional(),
      expires_at: z.iso.datetime().optional(),
      saves_cents: z.int().optional(),
    }),
    examples: [{ code: 'LIVROS20' }, { code: 'TECH15', items: [{ book_id: 'tec-001', quantity: 1 }] }],
    async run({ code, items }, { actor }) {
      const wanted = wantedOf({ items: items ?? [], discount_code: code, delivery: 'pickup' });
      const { verdicts, totals, currency } = await shop.price(wanted, actorName(actor));
      const [verdict] = verdicts;
      if (verdict === undefined) throw new Error('A code has a verdict.');
      const { coupon } = verdict;
      // Without items, too little and the wrong category say nothing of the coupon itself.
      const isOpen =
        !verdict.isApplied && items === undefined && (verdict.why === 'too-little' || verdict.why === 'wrong-category');
      const isValid = verdict.isApplied || isOpen;
      const why = verdict.isApplied || isOpen ? undefined : whyNotText(verdict, currency);
      return {
        text: isValid
          ? isOpen
            ? 'The coupon holds, on its terms.'
            : 'The coupon applies.'
          : `The coupon does not apply: ${why}`,
        data: {
          code: couponCode(code),
          is_valid: isValid,
          why_not: why,
          ...(coupon && {
            title: coupon.title,
            kind: coupon.kind,
            value: coupon.value,
            min_subtotal_cents: coupon.leastCents,
            category: coupon.category ?? undefined,
            is_first_purchase_only: coupon.isFirstPurchase,
            expires_at: coupon.endsAt?.toISOString(),
          }),
          ...(items && { saves_cents: totals.discountCents }),
        },
      };
    },
  });
}
