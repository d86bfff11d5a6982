import { z } from 'zod';
import { reaisText } from '#bookshop/money-text.ts';
import { wantedOf } from '#bookshop/wanted-of.ts';
import { actorName } from '#principals/actor.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { codeArgument, deliveryArgument, itemsArgument } from './cart-arguments.ts';
import { cartOf, cartShape, couponText } from './cart-shape.ts';

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
        text: `The total is ${reaisText(priced.totals.totalCents)}.${couponText(priced)}${there}`,
        data: cartOf({ ...priced, troubles }),
      };
    },
  });
}
