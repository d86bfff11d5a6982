import { z } from 'zod';
import { currency } from '../billing/money.ts';
import { time, visibleText } from '../common.ts';
import { bookSorts } from '../word-lists.ts';

const cents = z.int().describe('In the minor unit of the currency, such as cents');

export const bookId = z.string().min(1).max(60);

export const book = z.object({
  id: bookId,
  title: z.string(),
  authors: z.array(z.string()),
  category: z.string().describe('As in an address: ficcao-cientifica'),
  categoryName: z.string(),
  description: z.string(),
  priceCents: cents,
  currency,
  stock: z.int(),
  pages: z.int().nullable(),
  year: z.int().nullable(),
  publisher: z.string().nullable(),
  isbn: z.string().nullable(),
  tags: z.array(z.string()),
});
export type Book = z.infer<typeof book>;

export const bookQuery = z.object({
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Words of title, author, subject or description; accents do not matter'),
  category: z.string().max(60).optional(),
  inStock: z.stringbool().optional().describe('true: only what can be bought now'),
  leastCents: z.coerce.number().int().min(0).max(100_000_000).optional(),
  maxCents: z.coerce.number().int().min(0).max(100_000_000).optional(),
  sort: z.enum(bookSorts).default('relevance'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  skip: z.coerce.number().int().min(0).max(100_000).default(0),
});

export const bookPage = z.object({
  books: z.array(book),
  total: z.int(),
  isLoose: z.boolean().describe('No book has all the words'),
});
export type BookPage = z.infer<typeof bookPage>;

export const bookCategories = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string(), books: z.int(), inStock: z.int() })),
});

const line = (most: number) => visibleText.max(most);

export const bookAddress = z.strictObject({
  first_name: line(60).optional(),
  last_name: line(60).optional(),
  street_address: line(200).optional(),
  extended_address: line(100).optional(),
  address_locality: line(100).optional(),
  address_region: line(50).optional(),
  postal_code: line(20).optional(),
  address_country: line(30).optional(),
  phone_number: line(30).optional(),
});

const shipping = z.enum(['pickup', 'standard', 'express']);

export const wantedBooks = z.strictObject({
  items: z
    .array(z.strictObject({ bookId, quantity: z.int().min(1).max(99).default(1) }))
    .min(1)
    .max(50),
  code: line(30).optional().describe('A coupon'),
  shipping: shipping.default('pickup'),
  address: bookAddress.optional(),
});
export type WantedBooks = z.output<typeof wantedBooks>;

export const bookCart = z.object({
  currency,
  countries: z.array(z.string()).describe('Where books are delivered to, the shop’s own first (ISO 3166-1 alpha-2)'),
  shippings: z.array(shipping).describe('How books reach that address; without one, in the shop’s own country'),
  lines: z.array(
    z.object({
      bookId: z.string(),
      title: z.string(),
      quantity: z.int(),
      unitCents: cents,
      discountCents: cents,
      totalCents: cents,
    }),
  ),
  subtotalCents: cents,
  discountCents: cents,
  shippingCents: cents.describe('After what a coupon takes off'),
  totalCents: cents,
  coupon: z.string().nullable().describe('The one that counts'),
  whyNoCoupon: z.string().nullable(),
  troubles: z.array(z.string()).describe('What keeps it from being bought'),
});
export type BookCart = z.infer<typeof bookCart>;

export const bookCheckout = bookCart.extend({
  id: z.uuid(),
  state: z.enum(['open', 'completing', 'completed', 'cancelled']),
  orderId: z.uuid().nullable(),
  createdAt: time,
  expiresAt: time,
});
export type BookCheckout = z.infer<typeof bookCheckout>;

export const bookPayment = z.strictObject({ paymentToken: z.string().min(1).max(300) });

export const orderStep = z.object({
  id: z.string(),
  kind: z.enum(['shipped', 'delivered']),
  at: time,
  carrier: z.string().optional(),
  trackingNumber: z.string().optional(),
  trackingUrl: z.string().optional(),
});

export const newOrderStep = z.strictObject({
  kind: z.enum(['shipped', 'delivered']),
  carrier: line(60).min(1).optional(),
  trackingNumber: line(60).min(1).optional(),
  trackingUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
});

export const bookOrder = z.object({
  id: z.uuid(),
  number: z.int(),
  checkoutId: z.uuid(),
  currency,
  lines: z.array(
    z.object({
      id: z.string(),
      bookId: z.string(),
      title: z.string(),
      quantity: z.int(),
      unitCents: cents,
      subtotalCents: cents,
      discountCents: cents,
      totalCents: cents,
    }),
  ),
  subtotalCents: cents,
  discountCents: cents,
  shippingCents: cents,
  totalCents: cents,
  coupon: z.string().nullable(),
  shipping,
  destination: bookAddress.nullable(),
  hidden: z.string().optional().describe('Which fields this key is not shown, and why; absent: it sees all of them'),
  steps: z.array(orderStep),
  placedAt: time,
});
export type BookOrder = z.infer<typeof bookOrder>;

export const bookOrderQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.coerce.number().int().min(1).optional().describe('Orders with lower numbers'),
});
export const bookOrderPage = z.object({ orders: z.array(bookOrder) });
export type BookOrderPage = z.infer<typeof bookOrderPage>;

/** How large a file of books may be. */
export const maxCatalogueBytes = 20 * 1024 * 1024;

export const catalogueFile = z.strictObject({
  content: z.string().min(1).max(maxCatalogueBytes).describe('A table (CSV) or JSON, as text'),
});
export const catalogueLoaded = z.object({
  books: z.int(),
  added: z.int(),
  taken: z.int().describe('Books that were sold before and are not in the file'),
  coupons: z.int(),
});
