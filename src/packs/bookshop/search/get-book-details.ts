import { z } from 'zod';
import { reaisText } from '#bookshop/money-text.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { bookId, briefBook, briefOf } from '../book-shape.ts';
import type { PackNeeds } from '../needs.ts';

export function getBookDetails({ shop }: PackNeeds): Tool {
  return defineTool({
    name: 'get_book_details',
    title: 'Show a book',
    description:
      'Tells everything about one book: what it is about, pages, year, publisher, price and how many there are. Use the book_id of search_books.',
    category: 'books',
    level: 'basic',
    tier: 'R0',
    input: z.object({ book_id: bookId.describe('As search_books returns it') }),
    output: briefBook.extend({
      category_name: z.string(),
      description: z.string(),
      pages: z.int().optional(),
      year: z.int().optional(),
      publisher: z.string().optional(),
      isbn: z.string().optional(),
      tags: z.array(z.string()),
    }),
    examples: [{ book_id: 'tec-001' }],
    subject: ({ book_id }) => book_id,
    async run({ book_id }) {
      const book = await shop.book(book_id);
      const { categoryName, description, pages, year, publisher, isbn, tags, stock, priceCents } = book;
      const there =
        stock === 0
          ? 'It is sold out at the moment.'
          : stock === 1
            ? 'One copy is there.'
            : `${stock} copies are there.`;
      return {
        text: `It costs ${reaisText(priceCents)}. ${there}`,
        data: {
          ...briefOf(book),
          ...{ category_name: categoryName, description, tags: [...tags] },
          ...{
            pages: pages ?? undefined,
            year: year ?? undefined,
            publisher: publisher ?? undefined,
            isbn: isbn ?? undefined,
          },
        },
      };
    },
  });
}
