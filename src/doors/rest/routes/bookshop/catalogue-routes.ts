import { z } from 'zod';
import { knownCategory } from '#bookshop/known-category.ts';
import {
  book,
  bookCart,
  bookCategories,
  bookId,
  bookPage,
  bookQuery,
  catalogueFile,
  catalogueLoaded,
  maxCatalogueBytes,
  wantedBooks,
} from '#contract/bookshop/book.ts';
import { actorName } from '#principals/actor.ts';
import { defineSubjectRoute, type SubjectRoute } from '../../define-route.ts';
import type { ShopRoutesNeeds } from './needs.ts';
import { bookOf, cartFrom, wantedFrom } from './shapes.ts';

export function catalogueRoutes({ shop }: ShopRoutesNeeds): SubjectRoute[] {
  return [
    defineSubjectRoute({
      method: 'GET',
      path: '/api/books',
      access: 'read',
      scope: 'books:read',
      summary: 'Books of the shop, by words, category, price and stock',
      query: bookQuery,
      answer: bookPage,
      async handle({ query: { search, category, ...filter } }) {
        const shelf = category === undefined ? undefined : (await knownCategory(shop, category)).id;
        const { books, total, isLoose } = await shop.find({ ...filter, query: search, category: shelf });
        return { books: books.map(bookOf), total, isLoose };
      },
    }),
    defineSubjectRoute({
      method: 'GET',
      path: '/api/books/categories',
      access: 'read',
      scope: 'books:read',
      summary: 'Categories, with how many books each has',
      answer: bookCategories,
      handle: async () => ({ categories: await shop.categories() }),
    }),
    defineSubjectRoute({
      method: 'GET',
      path: '/api/books/:bookId',
      access: 'read',
      scope: 'books:read',
      summary: 'One book',
      params: z.object({ bookId }),
      answer: book,
      handle: async ({ params }) => bookOf(await shop.book(params.bookId)),
    }),
    defineSubjectRoute({
      method: 'POST',
      path: '/api/books/cart',
      access: 'read',
      scope: 'books:read',
      summary: 'What books, coupon and delivery come to; nothing is kept',
      body: wantedBooks,
      answer: bookCart,
      handle: async ({ body, actor }) => cartFrom(await shop.price(wantedFrom(body), actorName(actor))),
    }),
    defineSubjectRoute({
      method: 'PUT',
      path: '/api/books/catalogue',
      access: 'administer',
      scope: 'books:load',
      summary: 'Loads a catalogue in the place of the one there is: all of it, or nothing',
      body: catalogueFile,
      maxBytes: maxCatalogueBytes * 2, // as text of JSON, quotation marks and accents take more
      answer: catalogueLoaded,
      handle: ({ body, actor }) => shop.load(body.content, actor),
    }),
  ];
}
