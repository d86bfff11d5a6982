import { z } from 'zod';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';

export function listCategories({ shop }: PackNeeds): Tool {
  return defineTool({
    name: 'list_categories',
    title: 'List the categories of books',
    description:
      'Tells which subjects the shop has, and how many books of each. Use it when a reader does not know yet what to look for; search_books takes a category.',
    category: 'books',
    level: 'basic',
    tier: 'R0',
    input: z.object({}),
    output: z.object({
      count: z.int(),
      categories: z.array(z.object({ category: z.string(), name: z.string(), books: z.int(), in_stock: z.int() })),
    }),
    async run() {
      const categories = await shop.categories();
      return {
        text: categories.length === 0 ? 'The shop has no books yet.' : `There are ${categories.length} categories.`,
        data: {
          count: categories.length,
          categories: categories.map(({ id, name, books, inStock }) => ({
            category: id,
            name,
            books,
            in_stock: inStock,
          })),
        },
      };
    },
  });
}
