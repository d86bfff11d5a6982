import { expect, test } from 'vitest';
import type { Book, BookFilter } from '#bookshop/book.ts';
import type { UcpNeeds } from './needs.ts';
import { cancelCart, getProduct, lookupCatalog, searchCatalog } from './other-operations.ts';
import type { Platform } from './platform.ts';

const book = (id: string, more: Partial<Book> = {}): Book => ({
  id,
  title: `Book ${id}`,
  authors: ['A'],
  category: 'fiction',
  categoryName: 'Fiction',
  description: '',
  priceCents: 1_000,
  stock: 1,
  pages: null,
  year: null,
  publisher: null,
  isbn: null,
  tags: [],
  ...more,
});
const platform = { version: '2026-08-25', common: [], language: 'en', owner: 'o1' } as unknown as Platform;

/** A shop with shelves of so many books each. */
function shopOf(shelves: Record<string, number>, books: readonly Book[] = []) {
  const asked: BookFilter[] = [];
  const needs = {
    show: { baseUrl: 'https://shop.example' },
    shop: {
      terms: { currency: 'BRL' },
      find: async (filter: BookFilter) => {
        asked.push(filter);
        const total = shelves[filter.category ?? ''] ?? 0;
        const all = Array.from({ length: total }, (_, index) => book(`${filter.category}-${index}`));
        return { total, books: all.slice(filter.skip ?? 0, (filter.skip ?? 0) + filter.limit) };
      },
      books: async (ids: readonly string[]) =>
        new Map(books.filter(({ id }) => ids.includes(id)).map((each) => [each.id, each])),
    },
  } as unknown as UcpNeeds;
  return { needs, asked };
}

type Found = {
  products: { id: string }[];
  pagination: { has_next_page: boolean; total_count: number; cursor?: string };
  messages?: { code: string }[];
};

async function search(shelves: Record<string, number>, body: object): Promise<Found & { asked: BookFilter[] }> {
  const { needs, asked } = shopOf(shelves);
  const answer = await searchCatalog(needs, platform, { body } as never);
  return { ...(answer.body as Found), asked };
}

test('books come in pages of twenty, each with the cursor of the next', async () => {
  const first = await search({ '': 25 }, { query: 'q', filters: { price: { min: 1, max: 9 } } });
  expect(first.asked).toEqual([{ query: 'q', leastCents: 1, maxCents: 9, category: undefined, limit: 20, skip: 0 }]);
  expect(first.products).toHaveLength(20);
  expect(first.pagination).toMatchObject({ has_next_page: true, total_count: 25 });
  const { cursor } = first.pagination;
  const last = await search({ '': 25 }, { pagination: { cursor } });
  expect(last.products).toHaveLength(5);
  expect(last.pagination).toEqual({ has_next_page: false, total_count: 25 });
});

test('several shelves are read one after the other, over the borders of pages', async () => {
  const shelves = { fiction: 3, poetry: 4, essays: 2 };
  const filters = { categories: ['Fiction', 'poetry', 'fiction', 'Essays'] };
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page: Found = await search(shelves, { filters, pagination: { limit: 2, ...(cursor && { cursor }) } });
    expect(page.pagination.total_count).toBe(9);
    ids.push(...page.products.map(({ id }) => id));
    ({ cursor } = page.pagination);
  } while (cursor !== undefined);
  expect(ids).toEqual([
    ...['fiction-0', 'fiction-1', 'fiction-2', 'poetry-0', 'poetry-1', 'poetry-2', 'poetry-3', 'essays-0', 'essays-1'],
  ]);
});

test('limits in another currency leave no book out, and the buyer is told', async () => {
  const filters = { price: { min: 1, max: 9 } };
  const other = await search({ '': 1 }, { filters, context: { currency: 'EUR' } });
  expect(other.asked).toMatchObject([{ leastCents: undefined, maxCents: undefined }]);
  expect(other.messages).toMatchObject([{ code: 'price_filter_ignored' }]);
  const own = await search({ '': 1 }, { filters, context: { currency: 'BRL' } });
  expect(own.asked).toMatchObject([{ leastCents: 1, maxCents: 9 }]);
  expect(own).not.toHaveProperty('messages');
  expect(await search({ '': 1 }, { context: { currency: 'EUR' } })).not.toHaveProperty('messages');
});

test.each<[string, object | undefined, boolean]>([
  ['without limits', undefined, true],
  ['at its price', { price: { min: 1_000, max: 1_000 } }, true],
  ['below its price', { price: { max: 999 } }, false],
  ['above its price', { price: { min: 1_001 } }, false],
  ['on its shelf', { categories: ['FICTION'] }, true],
  ['on another shelf', { categories: ['poetry'] }, false],
])('a book that is looked up %s', async (_what, filters, isFound) => {
  const { needs } = shopOf({}, [book('b1')]);
  const many = await lookupCatalog(needs, platform, { body: { ids: ['b1', 'b1', 'b2'], filters } } as never);
  expect((many.body as Found).products.map(({ id }) => id)).toEqual(isFound ? ['b1'] : []);
  const one = await getProduct(needs, platform, { body: { id: 'b1', filters } } as never);
  expect(one.body).toMatchObject(isFound ? { product: { id: 'b1' } } : { messages: [{ code: 'not_found' }] });
});

test('a book is shown as a product with one variant', async () => {
  const { needs } = shopOf({}, [book('b/1', { stock: 0, isbn: '978', description: 'About it.' }), book('b2')]);
  const shown = await getProduct(needs, platform, { body: { id: 'b/1' } } as never);
  expect(shown.body).toMatchObject({
    product: {
      url: 'https://shop.example/books/b%2F1',
      description: { plain: 'About it.' },
      variants: [{ availability: { available: false }, barcodes: [{ type: 'isbn', value: '978' }] }],
    },
  });
  const plain = await lookupCatalog(needs, platform, { body: { ids: ['b2'] } } as never);
  expect(plain.body).toMatchObject({
    products: [
      { description: { plain: 'Book b2' }, variants: [{ availability: { available: true }, inputs: [{ id: 'b2' }] }] },
    ],
  });
});

test('a cart is cancelled once', async () => {
  const changed: unknown[] = [];
  const cancel = async (state: 'open' | 'cancelled') => {
    const shop = {
      cart: async () => ({ cart: { state, content: { lines: [] } } }),
      changeCart: async (...what: unknown[]) => changed.push(what),
    };
    await cancelCart({ shop, show: {} } as unknown as UcpNeeds, platform, { id: 'c1' } as never).catch(() => undefined);
  };
  await cancel('open');
  await cancel('cancelled');
  expect(changed).toEqual([[{ id: 'c1', owner: 'o1' }, { state: 'cancelled' }]]);
});
