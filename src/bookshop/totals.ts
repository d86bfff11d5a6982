import type { Coupon } from './coupon.ts';

export type PricedLine = { bookId: string; category: string; unitCents: number; quantity: number };

export type LineTotals = { subtotalCents: number; discountCents: number; totalCents: number };

export type Totals = {
  lines: LineTotals[];
  subtotalCents: number;
  /** Off the books, shared out over the lines. */
  discountCents: number;
  shippingCents: number;
  shippingDiscountCents: number;
  totalCents: number;
};

type Priced = { lines: readonly PricedLine[]; coupon: Coupon | null; shippingCents: number };

/** A pure function of what is bought: whoever computes it again gets the same cents. The coupon is one that applies. */
export function totalsOf({ lines, coupon, shippingCents }: Priced): Totals {
  const subtotals = lines.map(({ unitCents, quantity }) => unitCents * quantity);
  const eligible = lines.map((line, index) => (isEligible(line, coupon) ? (subtotals[index] ?? 0) : 0));
  const shares = shareOut(discountOn(sum(eligible), coupon), eligible);
  const subtotalCents = sum(subtotals);
  const discountCents = sum(shares);
  const shippingDiscountCents = coupon?.kind === 'free-shipping' ? shippingCents : 0;
  return {
    lines: subtotals.map((subtotal, index) => {
      const discount = shares[index] ?? 0;
      return { subtotalCents: subtotal, discountCents: discount, totalCents: subtotal - discount };
    }),
    subtotalCents,
    discountCents,
    shippingCents,
    shippingDiscountCents,
    totalCents: subtotalCents - discountCents + shippingCents - shippingDiscountCents,
  };
}

/** What a coupon may be used on: everything, or the books of its category. */
export function eligibleCents(lines: readonly PricedLine[], coupon: Coupon): number {
  return sum(lines.filter((line) => isEligible(line, coupon)).map(({ unitCents, quantity }) => unitCents * quantity));
}

function isEligible({ category }: PricedLine, coupon: Coupon | null): boolean {
  return coupon === null || coupon.category === null || coupon.category === category;
}

/** Never more than there is, and a fraction of a cent stays with the shop. */
function discountOn(cents: number, coupon: Coupon | null): number {
  if (coupon === null || coupon.kind === 'free-shipping') return 0;
  return coupon.kind === 'percent' ? Math.floor((cents * coupon.value) / 100) : Math.min(coupon.value, cents);
}

/** In proportion, in whole cents; those left over go to the largest remainders, the first of equals first. */
function shareOut(cents: number, weights: readonly number[]): number[] {
  const all = sum(weights);
  if (all === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight)); // over `all`; a product may exceed 2^53
  const shares = exact.map((share) => Number(share / BigInt(all)));
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % BigInt(all) }))
    .toSorted((one, other) =>
      one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
    );
  const left = cents - sum(shares);
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
