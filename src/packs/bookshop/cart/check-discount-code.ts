import { z } from 'zod';
import { couponCode } from '#bookshop/coupon.ts';
import { whyNotText } from '#bookshop/trouble-text.ts';
import { wantedOf } from '#bookshop/wanted-of.ts';
import { actorName } from '#principals/actor.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { codeArgument, itemsArgument } from './cart-arguments.ts';

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
      const { verdicts, totals } = await shop.price(wanted, actorName(actor));
      const [verdict] = verdicts;
      if (verdict === undefined) throw new Error('A code has a verdict.');
      const { coupon } = verdict;
      // Without items, too little and the wrong category say nothing of the coupon itself.
      const isOpen =
        !verdict.isApplied && items === undefined && (verdict.why === 'too-little' || verdict.why === 'wrong-category');
      const isValid = verdict.isApplied || isOpen;
      const why = verdict.isApplied || isOpen ? undefined : whyNotText(verdict);
      return {
        text: isValid
          ? isOpen
            ? 'The coupon holds, on its terms.'
            : 'The coupon applies.'
          : `The coupon does not apply: ${why}`,
        data: {
          ...{ code: couponCode(code), is_valid: isValid, why_not: why },
          ...(coupon && {
            ...{ title: coupon.title, kind: coupon.kind, value: coupon.value, min_subtotal_cents: coupon.leastCents },
            ...{ category: coupon.category ?? undefined, is_first_purchase_only: coupon.isFirstPurchase },
            expires_at: coupon.endsAt?.toISOString(),
          }),
          ...(items && { saves_cents: totals.discountCents }),
        },
      };
    },
  });
}
