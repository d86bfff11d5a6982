import { z } from 'zod';
import type { CouponVerdict, WhyNotCoupon } from '../shop/coupon.ts';
import { reaisText } from '../shop/money-text.ts';
import type { Priced, Trouble } from '../shop/price-wanted.ts';

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

const whyNot = {
  unknown: 'There is no such coupon.',
  'not-yet': 'It does not hold yet.',
  expired: 'Its time is over.',
  'used-up': 'It has been used as often as it may be.',
  'not-first-purchase': 'It is for a first purchase alone.',
  'unknown-buyer': 'It is for a first purchase, and nobody knows yet who buys.',
  'wrong-category': 'It is for books of another category.',
  'too-little': 'It takes more books.',
} satisfies Record<WhyNotCoupon, string>;

export function whyNotText({ why, missingCents }: Extract<CouponVerdict, { isApplied: false }>): string {
  return why === 'too-little' ? `${reaisText(missingCents)} are missing for it.` : whyNot[why];
}

/** In words of ours: a book is told by its id. */
export function troubleText(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'empty':
      return 'Nothing is wanted.';
    case 'not-sold':
      return `Item ${trouble.line + 1}: no book has this book_id. Call search_books to find the right one.`;
    case 'out-of-stock':
      return `Item ${trouble.line + 1}: ${trouble.inStock === 0 ? 'sold out' : `only ${trouble.inStock} there`}.`;
    case 'no-email':
      return 'The e-mail address of the buyer is missing.';
    case 'no-shipping':
      return 'It is not said how the books reach the buyer.';
    case 'no-address':
      return `The address is missing or not whole (${trouble.missing.join(', ')}).`;
    case 'undeliverable':
      return 'We deliver within Brazil alone.';
    case 'dearer':
      return `It costs more than the ${reaisText(trouble.shownCents)} that were seen last: look at it again.`;
  }
}

export function couponText({ verdicts: [verdict] }: Priced): string {
  if (verdict === undefined) return '';
  return verdict.isApplied ? ' The coupon applies.' : ` The coupon does not apply: ${whyNotText(verdict)}`;
}
