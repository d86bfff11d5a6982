import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Coupon } from '#bookshop/coupon.ts';
import { totalsOf } from '#bookshop/totals.ts';
import { scale } from '../../../test/support/scale.ts';
import { allTotals, lineTotals } from './show-totals.ts';
import { ucpTexts } from './texts.ts';
import { ucpVersions } from './versions.ts';

test('what a platform reads adds up, for every cart, every coupon and every revision', () => {
  const line = fc.record({
    bookId: fc.constant('b'),
    category: fc.constantFrom('a', 'b'),
    unitCents: fc.nat(50_000),
    quantity: fc.integer({ min: 1, max: 99 }),
  });
  const plain = {
    code: 'X',
    title: '',
    leastCents: 0,
    isFirstPurchase: false,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    uses: 0,
  };
  const coupon = fc.record({
    kind: fc.constantFrom<Coupon['kind']>('percent', 'fixed', 'free-shipping'),
    value: fc.integer({ min: 1, max: 100 }),
    category: fc.option(fc.constantFrom('a', 'b')),
  });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 20 }),
      fc.option(coupon),
      fc.constantFrom(0, 1_490, 2_990),
      fc.constantFrom(...ucpVersions),
      (lines, given, shippingCents, version) => {
        const totals = totalsOf({ lines, coupon: given && { ...plain, ...given }, shippingCents });
        const shown = allTotals(totals, version, ucpTexts.en);
        const of = (all: { type: string; amount: number }[], type: string) =>
          all.find((each) => each.type === type)?.amount ?? 0;
        const signed = (amount: number) => (version === '2026-01-11' ? -amount : amount);
        expect(of(shown, 'total')).toBe(
          of(shown, 'subtotal') +
            of(shown, 'fulfillment') +
            signed(of(shown, 'items_discount')) +
            signed(of(shown, 'discount')),
        );
        expect(of(shown, 'total')).toBeGreaterThanOrEqual(0);
        const perLine = totals.lines.map((each) => lineTotals(each, version));
        expect(perLine.reduce((sum, each) => sum + of(each, 'items_discount'), 0)).toBe(of(shown, 'items_discount'));
        for (const each of perLine)
          expect(of(each, 'total')).toBe(of(each, 'subtotal') + signed(of(each, 'items_discount')));
        expect(shown.filter(({ type }) => type === 'total' || type === 'subtotal')).toHaveLength(2);
      },
    ),
    { numRuns: scale({ test: 300, soak: 20_000 }) },
  );
});
