import type { Pool } from 'pg';
import type { Book } from './book.ts';
import { readBooks } from './book-store.ts';
import type { CheckoutRequest, Line } from './checkout.ts';
import { type Coupon, type CouponVerdict, couponCode, judgeCoupon } from './coupon.ts';
import type { Order } from './orders.ts';
import {
  countryOf,
  isDeliverable,
  missingOf,
  orderedShipping,
  type ShippingOption,
  shippingOption,
  shippingOptions,
} from './shipping.ts';
import type { ShopTerms } from './terms.ts';
import { type Totals, totalsOf } from './totals.ts';

const columns = `code, title, kind, value, least_cents as "leastCents", category, is_first_purchase as "isFirstPurchase",
  starts_at as "startsAt", ends_at as "endsAt", most_uses as "maxUses", uses`;

async function readCoupon(pool: Pool, code: string): Promise<Coupon | null> {
  const { rows } = await pool.query<Coupon>(`select ${columns} from book_coupon where code = $1`, [couponCode(code)]);
  return rows[0] ?? null;
}

async function hasBought(pool: Pool, buyer: string | null): Promise<boolean | null> {
  if (buyer === null) return null;
  const { rowCount } = await pool.query('select from book_order where buyer = $1 limit 1', [buyer]);
  return rowCount === 1;
}

export type PricedItem = { line: Line; book: Book };

/** What keeps it from being paid. `line`: its place in the list. */
export type Trouble =
  | { kind: 'empty' }
  | { kind: 'not-sold'; line: number; bookId: string }
  | { kind: 'out-of-stock'; line: number; bookId: string; inStock: number }
  | { kind: 'no-email' }
  | { kind: 'no-shipping' }
  | { kind: 'no-address'; missing: readonly string[] }
  /** Several are there, and none was chosen. */
  | { kind: 'no-destination' }
  | { kind: 'unknown-destination' }
  | { kind: 'undeliverable'; countries: readonly string[] }
  /** It costs more than was seen last: a price has risen, or a coupon applies no more. */
  | { kind: 'dearer'; shownCents: number };

export type Priced = {
  items: PricedItem[];
  totals: Totals;
  coupon: Coupon | null;
  verdicts: CouponVerdict[];
  /** Codes that came after one that counts. */
  surplusCodes: string[];
  shipping: ShippingOption | null;
  /** What could be chosen instead. */
  shippingOptions: ShippingOption[];
  currency: string;
  troubles: Trouble[];
};

type Needs = { pool: Pool; terms: ShopTerms; now: Date };

/** `buyer`: by whom a first purchase is told; null where nobody knows yet. */
export async function priceWanted(
  { pool, terms, now }: Needs,
  wanted: CheckoutRequest & { needsEmail?: boolean },
  buyer: string | null,
): Promise<Priced> {
  const books = await readBooks(
    pool,
    wanted.lines.map(({ bookId }) => bookId),
  );
  const items = wanted.lines.flatMap((line) => {
    const book = books.get(line.bookId);
    return book === undefined ? [] : [{ line, book }];
  });
  const lines = items.map(({ line, book }) => ({
    bookId: book.id,
    category: book.category,
    unitCents: book.priceCents,
    quantity: line.quantity,
  }));
  const country = countryOf(wanted.destination ?? {}) ?? countryOf(wanted.context ?? {});
  const offered = shippingOptions(terms, country);
  // To a country that we do not deliver to nothing is offered, and yet the checkout says what it costs here.
  const shipping =
    wanted.shipping === null
      ? null
      : (offered.find(({ id }) => id === wanted.shipping) ?? shippingOption(terms, wanted.shipping) ?? null);
  const verdicts: CouponVerdict[] = [];
  let coupon: Coupon | null = null;
  const codes = [...new Set(wanted.codes.map(couponCode))];
  const bought = codes.length === 0 ? null : await hasBought(pool, buyer);
  const surplusCodes: string[] = [];
  for (const code of codes) {
    if (coupon !== null) {
      surplusCodes.push(code);
      continue;
    }
    const verdict = judgeCoupon(code, await readCoupon(pool, code), { lines, now, hasBought: bought });
    verdicts.push(verdict);
    if (verdict.isApplied) ({ coupon } = verdict);
  }
  const totals = totalsOf({ lines, coupon, shippingCents: shipping?.cents ?? 0 });
  return {
    items,
    totals,
    coupon,
    verdicts,
    surplusCodes,
    shipping,
    shippingOptions: offered,
    currency: terms.currency,
    troubles: troublesOf(terms, wanted, books, shipping),
  };
}

export async function pricedOrder(
  { pool }: Pick<Needs, 'pool'>,
  { lines, totals, coupon, delivery, currency }: Order,
): Promise<Priced> {
  const known = await readBooks(
    pool,
    lines.map(({ bookId }) => bookId),
  );
  const shipping = orderedShipping(delivery.shipping, totals.shippingCents);
  return {
    items: lines.map(({ id, bookId, title, quantity, unitCents: priceCents }) => ({
      line: { id, bookId, quantity },
      book: { ...(known.get(bookId) ?? goneBook), id: bookId, title, priceCents },
    })),
    totals: {
      ...totals,
      lines: lines.map(({ subtotalCents, discountCents, totalCents }) => ({
        subtotalCents,
        discountCents,
        totalCents,
      })),
    },
    coupon: coupon === null ? null : await readCoupon(pool, coupon),
    verdicts: [],
    surplusCodes: [],
    currency,
    troubles: [],
    shipping,
    shippingOptions: [shipping],
  };
}

/** Of one that is sold no more, its order knows the rest. */
const goneBook = {
  authors: [],
  category: '',
  categoryName: '',
  description: '',
  stock: 0,
  pages: null,
  year: null,
  publisher: null,
  isbn: null,
  tags: [],
};

function troublesOf(
  terms: ShopTerms,
  wanted: CheckoutRequest & { needsEmail?: boolean },
  books: ReadonlyMap<string, Book>,
  shipping: ShippingOption | null,
): Trouble[] {
  const { lines, buyer, destination, destinations = [], unknownDestination, needsEmail = false } = wanted;
  const asked = new Map<string, number>(); // the same book may stand on several lines
  const troubles: Trouble[] = lines.length === 0 ? [{ kind: 'empty' }] : [];
  for (const [line, { bookId, quantity }] of lines.entries()) {
    const book = books.get(bookId);
    asked.set(bookId, (asked.get(bookId) ?? 0) + quantity);
    if (book === undefined) troubles.push({ kind: 'not-sold', line, bookId });
    else if ((asked.get(bookId) ?? 0) > book.stock)
      troubles.push({ kind: 'out-of-stock', line, bookId, inStock: book.stock });
  }
  if (needsEmail && (buyer?.email ?? '') === '') troubles.push({ kind: 'no-email' });
  if (shipping === null) troubles.push({ kind: 'no-shipping' });
  if (unknownDestination !== undefined) return [...troubles, { kind: 'unknown-destination' }];
  if (shipping?.method !== 'shipping') return troubles;
  if (destination === null && destinations.length > 1) return [...troubles, { kind: 'no-destination' }];
  // Where the address names no country, the buyer's is the one that the platform told of.
  const to = { ...destination, address_country: destination?.address_country ?? wanted.context?.address_country };
  if (!isDeliverable(terms, to)) return [...troubles, { kind: 'undeliverable', countries: terms.countries }];
  const missing = missingOf(terms, to);
  return missing.length === 0 ? troubles : [...troubles, { kind: 'no-address', missing }];
}
