import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scale } from '../../test/support/scale.ts';
import type { Coupon } from './coupon.ts';
import { eligibleCents, type PricedLine, totalsOf } from './totals.ts';

const plain = {
  title: '',
  leastCents: 0,
  isFirstPurchase: false,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  uses: 0,
};

const line = fc.record<PricedLine>({
  bookId: fc.uuid(),
  category: fc.constantFrom('a', 'b', 'c'),
  unitCents: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 100_000_000 })),
  quantity: fc.integer({ min: 1, max: 99 }),
});
const coupon = fc
  .record({
    kind: fc.constantFrom<Coupon['kind']>('percent', 'fixed', 'free-shipping'),
    percent: fc.integer({ min: 1, max: 100 }),
    cents: fc.integer({ min: 0, max: 1_000_000 }),
    category: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
  })
  .map(
    ({ kind, percent, cents, category }): Coupon => ({
      ...plain,
      code: 'X',
      kind,
      category,
      value: kind === 'percent' ? percent : cents,
    }),
  );

test('totals add up for every cart and every coupon', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 50 }),
      fc.option(coupon),
      fc.integer({ min: 0, max: 5_000 }),
      (lines, given, shippingCents) => {
        const totals = totalsOf({ lines, coupon: given, shippingCents });
        const sum = (pick: (each: (typeof totals.lines)[number]) => number) =>
          totals.lines.reduce((all, each) => all + pick(each), 0);
        const numbers = [
          ...Object.values(totals).filter((each) => typeof each === 'number'),
          ...totals.lines.flatMap((each) => Object.values(each)),
        ];
        expect(numbers.every((each) => Number.isSafeInteger(each) && each >= 0)).toBe(true);
        for (const each of totals.lines) expect(each.totalCents).toBe(each.subtotalCents - each.discountCents);
        expect(totals.subtotalCents).toBe(sum(({ subtotalCents }) => subtotalCents));
        expect(totals.discountCents).toBe(sum(({ discountCents }) => discountCents));
        expect(totals.totalCents).toBe(
          totals.subtotalCents - totals.discountCents + totals.shippingCents - totals.shippingDiscountCents,
        );
        if (given === null) expect(totals.discountCents + totals.shippingDiscountCents).toBe(0);
        if (given?.kind === 'free-shipping') expect(totals.shippingDiscountCents).toBe(shippingCents);
        if (given?.kind === 'fixed')
          expect(totals.discountCents).toBe(Math.min(given.value, eligibleCents(lines, given)));
        if (given?.kind === 'percent') {
          const exact = (eligibleCents(lines, given) * given.value) / 100;
          expect(exact - totals.discountCents).toBeGreaterThanOrEqual(0);
          expect(exact - totals.discountCents).toBeLessThan(1);
          // The fraction that stays with the shop is less than a cent, and so is what rounding moves between lines.
          for (const [index, { subtotalCents, discountCents }] of totals.lines.entries()) {
            const isMine = given.category === null || lines[index]?.category === given.category;
            expect(Math.abs((isMine ? (subtotalCents * given.value) / 100 : 0) - discountCents)).toBeLessThan(2);
          }
        }
      },
    ),
    { numRuns: scale({ test: 500, soak: 20_000 }) },
  );
});
