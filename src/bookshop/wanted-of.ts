import { SigecError } from '#base/errors.ts';
import { type CheckoutRequest, type Line, most } from './checkout.ts';
import type { Address, ShippingId } from './shipping.ts';

export type Item = { book_id: string; quantity: number };

export type CheckoutInput = {
  items: readonly Item[];
  discount_code?: string | undefined;
  delivery: ShippingId;
  address?: Address | undefined;
};

/** The same book twice is one line. */
export function wantedOf({ items, discount_code: code, delivery, address }: CheckoutInput): CheckoutRequest {
  const quantities = new Map<string, number>();
  for (const { book_id: id, quantity } of items) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  const lines = [...quantities].map(
    ([id, quantity], index): Line => ({ id: `line-${index + 1}`, bookId: id, quantity }),
  );
  if (lines.some(({ quantity }) => quantity > most.copies))
    throw new SigecError('INVALID_INPUT', `At most ${most.copies} copies of one book are sold at once. Ask for fewer.`);
  return {
    lines,
    codes: code === undefined ? [] : [code],
    buyer: null,
    shipping: delivery,
    destination: address ?? null,
  };
}
