import { z } from 'zod';
import type { Book } from '#bookshop/book.ts';

/** A book as agents see it. What a publisher wrote is data, cleaned when it was loaded. */
export const briefBook = z.object({
  book_id: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  category: z.string(),
  price_cents: z.int().describe('BRL'),
  stock: z.int(),
});

export function briefOf({ id, title, authors, category, priceCents, stock }: Book): z.infer<typeof briefBook> {
  return { book_id: id, title, authors: [...authors], category, price_cents: priceCents, stock };
}

export const bookId = z.string().trim().min(1).max(60);
export const listLimit = z.int().min(1).max(50).default(10).describe('How many at most');
