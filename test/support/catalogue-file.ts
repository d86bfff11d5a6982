import { ourCatalogue } from '../../src/bookshop/data/our-catalogue.ts';

/** Our own titles and coupons as a file that anybody could load; `prices`: those that cost something else in it. */
export async function ourCatalogueFile(prices: Record<string, number> = {}): Promise<string> {
  const { books, coupons } = await ourCatalogue();
  return JSON.stringify({
    books: books.map((book) => ({ ...book, price_cents: prices[book.id] ?? book.price_cents })),
    coupons: coupons?.map(({ code, title, kind, value, leastCents, category, isFirstPurchase }) => ({
      code,
      title,
      kind,
      value,
      least_cents: leastCents,
      category,
      is_first_purchase: isFirstPurchase,
    })),
  });
}
