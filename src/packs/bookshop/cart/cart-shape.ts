import { z } from 'zod';
import type { CouponVerdict } from '#bookshop/coupon.ts';
import type { Priced } from '#bookshop/price-wanted.ts';
import { troubleText, whyNotText } from '#bookshop/trouble-text.ts';

export const cartShape = {
  currency: z.literal('BRL'),
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

export function cartOf({ items, totals, verdicts, troubles }: Priced) {
  const { subtotalCents, discountCents, shippingCents, shippingDiscountCents, totalCents } = totals;
  const [verdict] = verdicts;
  return {
    currency: 'BRL' as const,
    lines: items.map(({ line, book }, index) => ({
      ...{ book_id: book.id, title: book.title, quantity: line.quantity, unit_cents: book.priceCents },
      discount_cents: totals.lines[index]?.discountCents ?? 0,
      total_cents: totals.lines[index]?.totalCents ?? 0,
    })),
    ...{ subtotal_cents: subtotalCents, discount_cents: discountCents, total_cents: totalCents },
    shipping_cents: shippingCents - shippingDiscountCents,
    ...(verdict && { coupon: couponOf(verdict) }),
    troubles: troubles.map(troubleText),
  };
}

function couponOf(verdict: CouponVerdict) {
  if (verdict.isApplied) return { code: verdict.coupon.code, is_applied: true };
  return { code: verdict.code, is_applied: false, why_not: whyNotText(verdict) };
}

export function couponText({ verdicts: [verdict] }: Priced): string {
  if (verdict === undefined) return '';
  return verdict.isApplied ? ' The coupon applies.' : ` The coupon does not apply: ${whyNotText(verdict)}`;
}
