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
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'books:read');
const changing = allow('operate', 'books:operate');
const readingOrders = allow('read', 'books:orders');
const ofOne = z.object({ id: z.string().max(60) });

export const bookApi = defineApi('books', {
  list: reading('GET /api/books', 'Books of the shop, by words, category, price and stock', {
    within: 'shared',
    query: bookQuery,
    answer: bookPage,
  }),
  categories: reading('GET /api/books/categories', 'Categories, with how many books each has', {
    within: 'shared',
    answer: bookCategories,
  }),
  get: reading('GET /api/books/:bookId', 'One book', { within: 'shared', params: z.object({ bookId }), answer: book }),
  price: reading('POST /api/books/cart', 'What books, coupon and delivery come to; nothing is kept', {
    within: 'shared',
    body: wantedBooks,
    answer: bookCart,
  }),
  load: allow('administer', 'books:load')(
    'PUT /api/books/catalogue',
    'Loads a catalogue in the place of the one there is: all of it, or nothing',
    {
      body: catalogueFile,
      maxBytes: maxCatalogueBytes * 2, // as text of JSON, quotation marks and accents take more
      patienceSeconds: 300,
      answer: catalogueLoaded,
    },
  ),
  createCheckout: changing(
    'POST /api/books/checkouts',
    'Begins to buy: keeps what is wanted for six hours, pays and sets aside nothing',
    { body: wantedBooks, answer: bookCheckout, status: 201 },
  ),
  getCheckout: allow('read', 'books:operate')(
    'GET /api/books/checkouts/:id',
    'A checkout of one’s own, with the prices of this moment',
    { params: ofOne, answer: bookCheckout },
  ),
  cancelCheckout: changing('DELETE /api/books/checkouts/:id', 'Cancels a checkout of one’s own', {
    params: ofOne,
    answer: bookCheckout,
  }),
  completeCheckout: changing(
    'POST /api/books/checkouts/:id/complete',
    'Pays a checkout of one’s own; asked again, it answers with the same order',
    { params: ofOne, body: bookPayment, answer: bookOrder },
  ),
  orders: readingOrders(
    'GET /api/books/orders',
    'Orders, newest first: all for whoever runs the shop, one’s own for everybody else',
    { query: bookOrderQuery, answer: bookOrderPage },
  ),
  getOrder: readingOrders('GET /api/books/orders/:id', 'One order', { params: ofOne, answer: bookOrder }),
  addOrderStep: allow('operate', 'books:orders')(
    'POST /api/books/orders/:id/steps',
    'Records that an order was shipped or delivered; the platform that sold it is told',
    { params: ofOne, body: newOrderStep, answer: bookOrder },
  ),
});
