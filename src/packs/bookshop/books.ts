import { z } from 'zod';
import { cursorOf } from '#base/cursor.ts';
import { type Book, bookSorts, knownCategory, skipOf, unknownBook } from '#bookshop/book.ts';
import { priceText } from '#bookshop/terms.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from './needs.ts';

/** A book as agents see it. What a publisher wrote is data, cleaned when it was loaded. */
export const briefBook = z.object({
  book_id: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  category: z.string(),
  price_cents: z.int().describe('In cents'),
  stock: z.int(),
});

export function briefOf({ id, title, authors, category, priceCents, stock }: Book): z.infer<typeof briefBook> {
  return { book_id: id, title, authors: [...authors], category, price_cents: priceCents, stock };
}

export const bookId = z.string().trim().min(1).max(60);
export const listLimit = z.int().min(1).max(50).default(10).describe('How many at most');

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
        query,
        category: shelf?.id,
        inStock: in_stock,
        sort,
        limit,
        skip,
        leastCents: min_price_cents,
        maxCents: max_price_cents,
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
        text: `It costs ${priceText(priceCents, shop.terms.currency)}. ${there}`,
        data: {
          ...briefOf(book),
          category_name: categoryName,
          description,
          tags: [...tags],
          pages: pages ?? undefined,
          year: year ?? undefined,
          publisher: publisher ?? undefined,
          isbn: isbn ?? undefined,
        },
      };
    },
  });
}

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
            book: briefOf(book),
            score,
            bought_together: reasons.boughtTogether,
            same_author: reasons.sameAuthor,
            same_category: reasons.sameCategory,
            shared_subjects: [...reasons.sharedTags],
          })),
        },
      };
    },
  });
}
