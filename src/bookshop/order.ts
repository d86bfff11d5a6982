import type { SigecError } from '#base/errors.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Buyer } from './checkout.ts';
import type { Address, ShippingId } from './shipping.ts';
import { shopProblem } from './shop-problem.ts';
import type { LineTotals, Totals } from './totals.ts';

export type OrderLine = LineTotals & { id: string; bookId: string; title: string; unitCents: number; quantity: number };

/** What happened to an order since it was placed. */
export type OrderStep = {
  id: string;
  kind: 'shipped' | 'delivered';
  at: string;
  carrier?: string | undefined;
  trackingNumber?: string | undefined;
  trackingUrl?: string | undefined;
};

export type Delivery = { shipping: ShippingId; destination: Address | null; buyer: Buyer | null };

export type NewOrder = {
  id: string;
  checkoutId: string;
  owner: string;
  buyer: string;
  lines: readonly OrderLine[];
  totals: Omit<Totals, 'lines'>;
  coupon: string | null;
  delivery: Delivery;
  paymentReference: string;
  placedAt: Date;
};

export type Order = NewOrder & { number: number; steps: readonly OrderStep[] };

export function unknownOrder(): SigecError {
  return shopProblem('NOT_FOUND', sentenceOf('order-unknown'));
}
