import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Category } from './book.ts';
import { slugOf } from './fold-text.ts';
import type { Shop } from './open-shop.ts';
import { shopProblem } from './shop-problem.ts';

/** By its id or its name, accents or not. */
export async function knownCategory(shop: Shop, named: string): Promise<Category> {
  const categories = await shop.categories();
  const found = categories.find(({ id }) => id === slugOf(named));
  if (found !== undefined) return found;
  const known = categories.map(({ id }) => id);
  throw shopProblem('NOT_FOUND', sentenceOf('category-unknown', { known: known.length === 0 ? '—' : known }), {
    accepts: known,
  });
}
