import type { Pack } from '#tools/pack.ts';
import { calculateCart } from './cart/calculate-cart.ts';
import { checkDiscountCode } from './cart/check-discount-code.ts';
import { getBooksByCategory } from './catalog/get-books-by-category.ts';
import { listCategories } from './catalog/list-categories.ts';
import { completeCheckout } from './checkout/complete-checkout.ts';
import { createCheckout } from './checkout/create-checkout.ts';
import type { PackNeeds } from './needs.ts';
import { bookshopPrompts } from './prompts/prompts.ts';
import { getRecommendations } from './recommendations/get-recommendations.ts';
import { getBookDetails } from './search/get-book-details.ts';
import { searchBooks } from './search/search-books.ts';

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
