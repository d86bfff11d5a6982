import { z } from 'zod';
import { unknownBook } from '#bookshop/book.ts';
import { knownCategory } from '#bookshop/known-category.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { bookId, briefBook, briefOf } from '../book-shape.ts';
import type { PackNeeds } from '../needs.ts';

export function getRecommendations({ shop }: PackNeeds): Tool {
  return defineTool({
    name: 'get_recommendations',
    title: 'Recommend books',
    description:
      'Finds books that go with those a reader likes, from what they are about and from what others bought together, and tells for each why. Only what can be bought now. For plain looking use search_books.',
    category: 'books',
    level: 'advanced',
    tier: 'R0',
    input: z.object({
      book_ids: z.array(bookId).min(1).max(10).describe('Books the reader likes or has in the cart'),
      category: z.string().max(60).optional().describe('Only of this category'),
      limit: z.int().min(1).max(20).default(5).describe('How many at most'),
    }),
    output: z.object({
      count: z.int(),
      recommendations: z.array(
        z.object({
          book: briefBook,
          score: z.number(),
          bought_together: z.int().describe('In how many orders'),
          same_author: z.boolean(),
          same_category: z.boolean(),
          shared_subjects: z.array(z.string()),
        }),
      ),
    }),
    examples: [{ book_ids: ['tec-001'], limit: 3 }],
    async run({ book_ids, category, limit }) {
      const known = await shop.books(book_ids);
      if (book_ids.some((id) => !known.has(id))) throw unknownBook();
      const shelf = category === undefined ? undefined : (await knownCategory(shop, category)).id;
      const found = await shop.recommend({ bookIds: book_ids, category: shelf, limit });
      return {
        text:
          found.length === 0
            ? 'Nothing that can be bought now goes with these.'
            : `${found.length} recommended; each says by what: bought together, author, category or subject.`,
        data: {
          count: found.length,
          recommendations: found.map(({ book, score, reasons }) => ({
            ...{ book: briefOf(book), score, bought_together: reasons.boughtTogether },
            ...{
              same_author: reasons.sameAuthor,
              same_category: reasons.sameCategory,
              shared_subjects: [...reasons.sharedTags],
            },
          })),
        },
      };
    },
  });
}
