import { z } from 'zod';
import { bookSorts } from '#contract/word-lists.ts';

/** What the address bar holds. */
export const bookFilter = z.object({
  tab: z.enum(['cart', 'orders']).optional().catch(undefined),
  search: z.string().max(200).optional().catch(undefined),
  category: z.string().max(60).optional().catch(undefined),
  inStock: z.literal('yes').optional().catch(undefined),
  sort: z.enum(bookSorts).optional().catch(undefined),
});
export type BookFilter = z.output<typeof bookFilter>;
