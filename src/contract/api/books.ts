import { z } from 'zod';
import {
  book,
  bookCart,
  bookCategories,
  bookCheckout,
  bookId,
  bookOrder,
  bookOrderPage,
  bookOrderQuery,
  bookPage,
  bookPayment,
  bookQuery,
  catalogueFile,
  catalogueLoaded,
  maxCatalogueBytes,
  newOrderStep,
  wantedBooks,
} from '../bookshop/book.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'books:read' } as const;
const changing = { access: 'operate', scope: 'books:operate' } as const;
const readingOrders = { access: 'read', scope: 'books:orders' } as const;
const ofOne = z.object({ id: z.string().max(60) });

export const bookApi = defineApi('books', {
  list: {
    route: 'GET /api/books',
    ...reading,
    summary: 'Books of the shop, by words, category, price and stock',
    query: bookQuery,
    answer: bookPage,
  },
  categories: {
    route: 'GET /api/books/categories',
    ...reading,
    summary: 'Categories, with how many books each has',
    answer: bookCategories,
  },
  get: { route: 'GET /api/books/:bookId', ...reading, summary: 'One book', params: z.object({ bookId }), answer: book },
  price: {
    route: 'POST /api/books/cart',
    ...reading,
    summary: 'What books, coupon and delivery come to; nothing is kept',
    body: wantedBooks,
    answer: bookCart,
  },
  load: {
    route: 'PUT /api/books/catalogue',
    access: 'administer',
    scope: 'books:load',
    summary: 'Loads a catalogue in the place of the one there is: all of it, or nothing',
    body: catalogueFile,
    maxBytes: maxCatalogueBytes * 2, // as text of JSON, quotation marks and accents take more
    patienceSeconds: 300,
    answer: catalogueLoaded,
  },
  createCheckout: {
    route: 'POST /api/books/checkouts',
    ...changing,
    summary: 'Begins to buy: keeps what is wanted for six hours, pays and sets aside nothing',
    body: wantedBooks,
    answer: bookCheckout,
    status: 201,
  },
  getCheckout: {
    route: 'GET /api/books/checkouts/:id',
    access: 'read',
    scope: 'books:operate',
    summary: 'A checkout of one’s own, with the prices of this moment',
    params: ofOne,
    answer: bookCheckout,
  },
  cancelCheckout: {
    route: 'DELETE /api/books/checkouts/:id',
    ...changing,
    summary: 'Cancels a checkout of one’s own',
    params: ofOne,
    answer: bookCheckout,
  },
  completeCheckout: {
    route: 'POST /api/books/checkouts/:id/complete',
    ...changing,
    summary: 'Pays a checkout of one’s own; asked again, it answers with the same order',
    params: ofOne,
    body: bookPayment,
    answer: bookOrder,
  },
  orders: {
    route: 'GET /api/books/orders',
    ...readingOrders,
    summary: 'Orders, newest first: all for whoever runs the shop, one’s own for everybody else',
    query: bookOrderQuery,
    answer: bookOrderPage,
  },
  getOrder: {
    route: 'GET /api/books/orders/:id',
    ...readingOrders,
    summary: 'One order',
    params: ofOne,
    answer: bookOrder,
  },
  addOrderStep: {
    route: 'POST /api/books/orders/:id/steps',
    access: 'operate',
    scope: 'books:orders',
    summary: 'Records that an order was shipped or delivered; the platform that sold it is told',
    params: ofOne,
    body: newOrderStep,
    answer: bookOrder,
  },
});
