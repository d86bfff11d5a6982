import type { z } from 'zod';
import {
  book,
  bookOrderPage,
  type bookOrderQuery,
  bookPage,
  type bookQuery,
  catalogueLoaded,
} from '#contract/bookshop/book.ts';
import { query } from './query.ts';
import { request, type Server } from './request.ts';

/** A large file takes its time. */
const loadPatienceMs = 300_000;

/** The bookshop. */
export function bookApi(server: Server) {
  return {
    books: (given: Partial<z.output<typeof bookQuery>>) =>
      request(server, { path: `/api/books${query(given)}`, answer: bookPage }),
    book: (id: string) => request(server, { path: `/api/books/${encodeURIComponent(id)}`, answer: book }),
    bookOrders: (given: Partial<z.output<typeof bookOrderQuery>>) =>
      request(server, { path: `/api/books/orders${query(given)}`, answer: bookOrderPage }),
    loadBooks: (content: string) =>
      request(server, {
        ...{ path: '/api/books/catalogue', method: 'PUT', body: { content }, answer: catalogueLoaded },
        patienceMs: loadPatienceMs,
      }),
  };
}
