import { positionOf } from '#base/cursor.ts';
import type { SigecError } from '#base/errors.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Shop } from './open-shop.ts';

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
  skip?: number | undefined;
};

/** `isLoose`: no book has all the words, these have some of them. */
export type FoundBooks = { books: Book[]; total: number; isLoose: boolean };

export function unknownBook(): SigecError {
  return problemOf('NOT_FOUND', sentenceOf('book-unknown'));
}

/** By its id or its name, accents or not. */
export async function knownCategory(shop: Shop, named: string): Promise<Category> {
  const categories = await shop.categories();
  const found = categories.find(({ id }) => id === slugOf(named));
  if (found !== undefined) return found;
  const known = categories.map(({ id }) => id);
  throw problemOf('NOT_FOUND', sentenceOf('category-unknown', { known: known.length === 0 ? '—' : known }), {
    accepts: known,
  });
}

/** How many a list leaves out at its beginning; no further than a person would read on. */
export function skipOf(after: string | undefined): number {
  const skip = after === undefined ? '' : positionOf(after);
  return /^\d{1,6}$/.test(skip) ? Number(skip) : 0;
}

/** Without accents and in small letters: "Ficção" is found by "ficcao". */
export function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** As a name in an address: "Ficção científica" becomes ficcao-cientifica. */
export function slugOf(text: string): string {
  return foldText(text)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The words somebody looks for, as PostgreSQL takes them: each may be the beginning of one. */
export function lookedForWords(query: string): string[] {
  return [...new Set(foldText(query).match(/[a-z0-9]+/g))].slice(0, 12);
}
