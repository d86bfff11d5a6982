import { eligibleCents, type PricedLine } from './totals.ts';

export type Coupon = {
  code: string;
  title: string;
  kind: 'percent' | 'fixed' | 'free-shipping';
  /** Percent, or cents; of no meaning where shipping is free. */
  value: number;
  /** Cents of what it may be used on; below that it does not apply. */
  leastCents: number;
  category: string | null;
  isFirstPurchase: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
  maxUses: number | null;
  uses: number;
};

export type WhyNotCoupon =
  | 'unknown'
  | 'not-yet'
  | 'expired'
  | 'used-up'
  | 'not-first-purchase'
  | 'unknown-buyer'
  | 'wrong-category'
  | 'too-little';

export type CouponVerdict =
  | { isApplied: true; coupon: Coupon }
  | { isApplied: false; code: string; why: WhyNotCoupon; coupon: Coupon | null; missingCents: number };

export type Circumstances = {
  lines: readonly PricedLine[];
  now: Date;
  /** Whether the buyer has bought before; null: nobody knows who buys. */
  hasBought: boolean | null;
};

export function couponCode(text: string): string {
  return text.trim().toUpperCase();
}

export function judgeCoupon(
  code: string,
  coupon: Coupon | null,
  { lines, now, hasBought }: Circumstances,
): CouponVerdict {
  const refuse = (why: WhyNotCoupon, missingCents = 0): CouponVerdict => ({
    isApplied: false,
    code,
    why,
    coupon,
    missingCents,
  });
  if (coupon === null) return refuse('unknown');
  if (coupon.startsAt !== null && coupon.startsAt > now) return refuse('not-yet');
  if (coupon.endsAt !== null && coupon.endsAt <= now) return refuse('expired');
  if (coupon.maxUses !== null && coupon.uses >= coupon.maxUses) return refuse('used-up');
  if (coupon.isFirstPurchase && hasBought === null) return refuse('unknown-buyer');
  if (coupon.isFirstPurchase && hasBought === true) return refuse('not-first-purchase');
  const eligible = eligibleCents(lines, coupon);
  if (coupon.category !== null && eligible === 0) return refuse('wrong-category');
  if (eligible < coupon.leastCents) return refuse('too-little', coupon.leastCents - eligible);
  return { isApplied: true, coupon };
}
