import type { SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { whenOvertaken } from '#ledger/when-overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { Buyer } from './checkout.ts';
import type { ShopNeeds } from './needs.ts';
import { orderSteps, readOrder, tellOf } from './order-store.ts';
import type { Address, ShippingId } from './shipping.ts';
import type { LineTotals, Totals } from './totals.ts';

/** Without an owner: for whoever runs the shop. To everybody else the orders of others are not there. */
export async function findOrder(
  { pool }: ShopNeeds,
  { id, owner }: { id: string; owner?: string | undefined },
): Promise<Order> {
  const order = isUuid(id) ? await readOrder(pool, id) : undefined;
  if (order === undefined || (owner !== undefined && order.owner !== owner)) throw unknownOrder();
  return order;
}

/** What happened to an order: once each, and what was not shipped is not delivered, unless it was taken at the site. */
export async function recordStep(
  needs: ShopNeeds,
  id: string,
  step: Omit<OrderStep, 'id' | 'at'>,
  actor: Actor,
): Promise<Order> {
  const order = await findOrder(needs, { id });
  const isOnItsWay = order.delivery.shipping === 'pickup' || order.steps.some(({ kind }) => kind === 'shipped');
  if (step.kind === 'delivered' && !isOnItsWay) throw problemOf('CONFLICT', sentenceOf('order-step-early'));
  const at = needs.clock.now();
  const taken = { ...step, id: uuidv7(at), at: at.toISOString() };
  const who = { principal: actorName(actor), door: actor.door };
  const body = { orderId: order.id };
  await needs.ledger
    .commit({
      events: [{ kind: `book-order-${step.kind}`, stationId: null, happenedAt: at, principal: who.principal, body }],
      writes: [write(orderSteps, { orderId: order.id, step: taken, tell: await tellOf(needs.pool, order.id), at })],
      audit: [{ ...who, action: `book-order:${step.kind}`, subject: order.id, outcome: 'done', details: {} }],
    })
    .catch(whenOvertaken(sentenceOf('order-step-taken')));
  return findOrder(needs, { id });
}

type OrderLine = LineTotals & { id: string; bookId: string; title: string; unitCents: number; quantity: number };

export type OrderStep = {
  id: string;
  kind: 'shipped' | 'delivered';
  at: string;
  carrier?: string | undefined;
  trackingNumber?: string | undefined;
  trackingUrl?: string | undefined;
};

type Delivery = {
  shipping: ShippingId;
  destination: Address | null;
  buyer: Buyer | null;
  /** In which the buyer is written to; absent: in the shop's own. */
  language?: string | undefined;
};

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
  currency: string;
  placedAt: Date;
};

export type Order = NewOrder & { number: number; steps: readonly OrderStep[] };

function unknownOrder(): SigecError {
  return problemOf('NOT_FOUND', sentenceOf('order-unknown'));
}
