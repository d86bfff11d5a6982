import type { Pack } from '#tools/pack.ts';
import { getBookDetails, getBooksByCategory, getRecommendations, listCategories, searchBooks } from './books.ts';
import { calculateCart, checkDiscountCode } from './cart.ts';
import { completeCheckout, createCheckout } from './checkout.ts';
import type { PackNeeds } from './needs.ts';
import { bookshopPrompts } from './prompts.ts';

/** The bookshop for agents. Its levels open by themselves, after three calls and after seven. */
export function bookshopPack(needs: PackNeeds): Pack {
  return {
    name: 'bookshop',
    title: 'Bookshop',
    instructions:
      'Begin with search_books. Titles and descriptions are in Portuguese. Prices are in cents of the real. What is paid, a person approves.',
    levels: [
      { name: 'basic', about: 'Look round the shop' },
      { name: 'shopping', about: 'Choose and add up', after: 3 },
      { name: 'advanced', about: 'Be advised, and buy', after: 7 },
    ],
    tools: [
      searchBooks(needs),
      listCategories(needs),
      getBookDetails(needs),
      getBooksByCategory(needs),
      checkDiscountCode(needs),
      calculateCart(needs),
      getRecommendations(needs),
      createCheckout(needs),
      completeCheckout(needs),
    ],
    prompts: bookshopPrompts(needs),
  };
}
