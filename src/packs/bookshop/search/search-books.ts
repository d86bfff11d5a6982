import { z } from 'zod';
import { cursorOf } from '#base/cursor.ts';
import { bookSorts } from '#bookshop/book.ts';
import { knownCategory } from '#bookshop/known-category.ts';
import { skipOf } from '#bookshop/skip-of.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { briefBook, briefOf, listLimit } from '../book-shape.ts';
import type { PackNeeds } from '../needs.ts';

export function searchBooks({ shop }: PackNeeds): Tool {
  return defineTool({
    name: 'search_books',
    title: 'Search for books',
    description:
      'Finds books of the shop by words of title, author, subject or description; accents do not matter. Begin here. get_book_details tells more of one, list_categories which subjects there are.',
    category: 'books',
    level: 'basic',
    tier: 'R0',
    input: z.object({
      query: z.string().trim().max(200).default('').describe('Words, or an ISBN; absent: all books'),
      category: z.string().max(60).optional().describe('As list_categories names it'),
      min_price_cents: z.int().min(0).optional().describe('In cents of the real'),
      max_price_cents: z.int().min(0).optional().describe('In cents of the real'),
      in_stock: z.boolean().optional().describe('true: only what can be bought now'),
      sort: z.enum(bookSorts).optional().describe('Absent: the best match first'),
      limit: listLimit,
      after: z.string().max(40).optional().describe('The `next` of the answer before'),
    }),
    output: z.object({
      count: z.int(),
      total: z.int(),
      books: z.array(briefBook),
      is_loose_match: z.boolean().describe('true: no book has all the words'),
      next: z.string().optional(),
    }),
    examples: [{ query: 'python', limit: 5 }],
    async run({ query, category, min_price_cents, max_price_cents, in_stock, sort, limit, after }) {
      const shelf = category === undefined ? undefined : await knownCategory(shop, category);
      const skip = skipOf(after);
      const { books, total, isLoose } = await shop.find({
        ...{ query, category: shelf?.id, inStock: in_stock, sort, limit, skip },
        ...{ leastCents: min_price_cents, maxCents: max_price_cents },
      });
      const next = skip + books.length < total ? cursorOf(String(skip + books.length)) : undefined;
      return {
        text:
          total === 0
            ? 'No book fits. Try fewer or other words, or list_categories.'
            : foundText(total, books.length, isLoose),
        data: { count: books.length, total, books: books.map(briefOf), is_loose_match: isLoose, next },
      };
    },
  });
}

function foundText(total: number, listed: number, isLoose: boolean): string {
  const found = total === 1 ? '1 book fits.' : `${total} books fit, ${listed} of them listed here.`;
  return isLoose ? `No book has all the words. With some of them: ${found}` : found;
}
