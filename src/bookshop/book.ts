import type { SigecError } from '#base/errors.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { shopProblem } from './shop-problem.ts';

export type Book = {
  id: string;
  title: string;
  authors: readonly string[];
  /** As in an address: ficcao-cientifica. */
  category: string;
  categoryName: string;
  description: string;
  priceCents: number;
  stock: number;
  pages: number | null;
  year: number | null;
  publisher: string | null;
  isbn: string | null;
  tags: readonly string[];
};

export type Category = { id: string; name: string; books: number; inStock: number };

export const bookSorts = ['relevance', 'price', 'price-descending', 'title', 'newest'] as const;
export type BookSort = (typeof bookSorts)[number];

export type BookFilter = {
  query?: string | undefined;
  category?: string | undefined;
  leastCents?: number | undefined;
  maxCents?: number | undefined;
  inStock?: boolean | undefined;
  sort?: BookSort | undefined;
  limit: number;
  /** How many to leave out at the beginning. */
  skip?: number | undefined;
};

/** `isLoose`: no book has all the words, these have some of them. */
export type FoundBooks = { books: Book[]; total: number; isLoose: boolean };

export function unknownBook(): SigecError {
  return shopProblem('NOT_FOUND', sentenceOf('book-unknown'));
}
