import type { Book as Sold } from '#bookshop/book.ts';
import type { CheckoutRequest } from '#bookshop/checkout.ts';
import type { PricedCheckout } from '#bookshop/checkouts.ts';
import type { Order } from '#bookshop/orders.ts';
import type { Priced } from '#bookshop/price-wanted.ts';
import type { ShopTerms } from '#bookshop/terms.ts';
import { troubleText, whyNotText } from '#bookshop/trouble-text.ts';
import { wantedOf } from '#bookshop/wanted-of.ts';
import type { BookCart, BookCheckout, BookOrder, WantedBooks } from '#contract/bookshop/book.ts';

export function bookOf(book: Sold, { currency }: ShopTerms) {
  return { ...book, currency, authors: [...book.authors], tags: [...book.tags] };
}

export function wantedFrom({ items, code, shipping, address }: WantedBooks): CheckoutRequest {
  const named = items.map(({ bookId, quantity }) => ({ book_id: bookId, quantity }));
  return wantedOf({ items: named, discount_code: code || undefined, delivery: shipping, address });
}

export function cartFrom(priced: Priced, { countries }: ShopTerms): BookCart {
  const { items, totals, coupon, verdicts, troubles, currency, shippingOptions } = priced;
  const { subtotalCents, discountCents, totalCents, shippingCents, shippingDiscountCents } = totals;
  const refused = verdicts.find((verdict) => !verdict.isApplied);
  return {
    currency,
    countries: [...countries],
    shippings: shippingOptions.map(({ id }) => id),
    lines: items.map(({ line, book }, index) => ({
      bookId: book.id,
      title: book.title,
      quantity: line.quantity,
      unitCents: book.priceCents,
      discountCents: totals.lines[index]?.discountCents ?? 0,
      totalCents: totals.lines[index]?.totalCents ?? 0,
    })),
    subtotalCents,
    discountCents,
    totalCents,
    shippingCents: shippingCents - shippingDiscountCents,
    coupon: coupon?.code ?? null,
    whyNoCoupon: refused === undefined ? null : whyNotText(refused, currency),
    troubles: troubles.map((trouble) => troubleText(trouble, currency)),
  };
}

export function checkoutFrom({ checkout, priced }: PricedCheckout, terms: ShopTerms): BookCheckout {
  const { id, state, orderId, createdAt, expiresAt } = checkout;
  return {
    ...cartFrom(priced, terms),
    id,
    state,
    orderId,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

export function orderFrom({
  id,
  number,
  checkoutId,
  currency,
  lines,
  totals,
  coupon,
  delivery,
  steps,
  placedAt,
}: Order): BookOrder {
  const { subtotalCents, discountCents, shippingCents, shippingDiscountCents, totalCents } = totals;
  return {
    id,
    number,
    checkoutId,
    currency,
    coupon,
    subtotalCents,
    discountCents,
    totalCents,
    lines: [...lines],
    steps: [...steps],
    shippingCents: shippingCents - shippingDiscountCents,
    shipping: delivery.shipping,
    destination: delivery.destination,
    placedAt: placedAt.toISOString(),
  };
}
