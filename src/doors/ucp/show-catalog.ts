import type { Book } from '#bookshop/book.ts';

/** A book is a product with one variant, under the same id. */
export function showProduct(book: Book, { baseUrl }: { baseUrl: string }, inputs?: readonly string[]): object {
  const { id, title, authors, description, categoryName, priceCents, stock, tags, isbn, pages, year, publisher } = book;
  const price = { amount: priceCents, currency: 'BRL' };
  const plain = { plain: description === '' ? title : description };
  return {
    ...{ id, handle: id, title, description: plain, url: `${baseUrl}/books/${encodeURIComponent(id)}` },
    categories: [{ value: categoryName, taxonomy: 'merchant' }],
    price_range: { min: price, max: price },
    variants: [
      {
        ...{ id, sku: id, title, description: plain, price, availability: { available: stock > 0 }, tags: [...tags] },
        ...(isbn !== null && { barcodes: [{ type: 'isbn', value: isbn }] }),
        ...(inputs && { inputs: inputs.map((input) => ({ id: input, match: 'exact' })) }),
      },
    ],
    metadata: { authors: [...authors], pages, year, publisher },
  };
}
