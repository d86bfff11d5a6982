import { z } from 'zod';
import { cursorOf } from '#base/cursor.ts';
import { knownCategory } from '#bookshop/known-category.ts';
import { skipOf } from '#bookshop/skip-of.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { briefBook, briefOf, listLimit } from '../book-shape.ts';
import type { PackNeeds } from '../needs.ts';

export function getBooksByCategory({ shop }: PackNeeds): Tool {
  return defineTool({
    name: 'get_books_by_category',
    title: 'List the books of a category',
    description:
      'Goes through the books of one category by title. For words within a category use search_books; list_categories names the categories.',
    category: 'books',
    level: 'shopping',
    tier: 'R0',
    input: z.object({
      category: z.string().trim().min(1).max(60).describe('Its name, or as list_categories returns it'),
      in_stock: z.boolean().optional().describe('true: only what can be bought now'),
      limit: listLimit,
      after: z.string().max(40).optional().describe('The `next` of the answer before'),
    }),
    output: z.object({
      category: z.string(),
      name: z.string(),
      count: z.int(),
      total: z.int(),
      books: z.array(briefBook),
      next: z.string().optional(),
    }),
    examples: [{ category: 'tecnologia' }],
    subject: ({ category }) => category,
    async run({ category, in_stock, limit, after }) {
      const { id, name } = await knownCategory(shop, category);
      const skip = skipOf(after);
      const { books, total } = await shop.find({ category: id, inStock: in_stock, sort: 'title', limit, skip });
      const next = skip + books.length < total ? cursorOf(String(skip + books.length)) : undefined;
      return {
        text: `The category has ${total === 1 ? '1 book' : `${total} books`}; ${books.length} listed here.`,
        data: { category: id, name, count: books.length, total, books: books.map(briefOf), next },
      };
    },
  });
}
