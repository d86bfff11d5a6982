import { z } from 'zod';
import { checkoutHours } from '#bookshop/checkout.ts';
import { reaisText } from '#bookshop/money-text.ts';
import { shopProblem } from '#bookshop/shop-problem.ts';
import { troubleText } from '#bookshop/trouble-text.ts';
import { wantedOf } from '#bookshop/wanted-of.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { codeArgument, deliveryArgument, itemsArgument } from '../cart/cart-arguments.ts';
import { cartOf, cartShape, couponText } from '../cart/cart-shape.ts';
import type { PackNeeds } from '../needs.ts';
import { ownerOf } from '../owner.ts';
import { addressArgument } from './checkout-arguments.ts';

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
        throw shopProblem('NOT_FOUND', sentenceOf('book-unknown'), { trouble: troubleText(missing) });
      const { checkout, priced } = await shop.createCheckout(owner, { ...wanted, needsEmail: false, tell: null });
      const isReady = priced.troubles.length === 0;
      const next = isReady ? 'complete_checkout pays it.' : 'It cannot be paid as it is: see troubles.';
      return {
        text: `The total is ${reaisText(priced.totals.totalCents)}.${couponText(priced)} ${next}`,
        data: {
          ...{ checkout_id: checkout.id, status: isReady ? ('ready' as const) : ('incomplete' as const) },
          expires_at: checkout.expiresAt.toISOString(),
          ...cartOf(priced),
        },
      };
    },
  });
}
