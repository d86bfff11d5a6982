import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { present } from '#base/present.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { isOvertaken, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { attemptMs, type Checkout } from './checkout.ts';
import { claimCheckout, keepClaim, unclaimCheckout } from './checkout-store.ts';
import { buyerOf, findCheckout, mustBeOpen, type PricedCheckout, priceCheckout, showCheckout } from './checkouts.ts';
import type { ShopNeeds } from './needs.ts';
import { newOrders, type Placing, readOrder } from './order-store.ts';
import type { NewOrder, Order } from './orders.ts';
import type { Payment } from './payments/payment-handler.ts';
import type { Priced } from './price-wanted.ts';
import type { Address } from './shipping.ts';

/** How a checkout is to be paid: with a token (`returnUrl`: where the buyer comes back to from a challenge), or because the buyer answered what the payment asked of them. */
export type Paying = { token: string; returnUrl?: string } | { isChallengeAnswered: true };

export type Completed =
  | { status: 'ordered'; order: Order }
  /** Somebody else's attempt is under way, and did not end while we waited. */
  | { status: 'in-progress' }
  | { status: 'not-ready'; found: PricedCheckout }
  | { status: 'refused'; why: Extract<Payment, { status: 'refused' }>['why']; found: PricedCheckout }
  | { status: 'challenge'; found: PricedCheckout };

type CompletionRequest = {
  id: string;
  owner: string;
  /** As it was seen; absent: as it is. */
  version?: number;
  paying: Paying;
  actor: Actor;
  maxWaitMs?: number;
};

/**
 * Pays and orders, once: however often and from however many places it is asked for, there is one order, and stock falls
 * by it alone. The money is taken before the order is committed, and given back when the order cannot be.
 */
export async function completeCheckout(
  needs: ShopNeeds,
  { id, owner, version, paying, actor, maxWaitMs = 10_000 }: CompletionRequest,
): Promise<Completed> {
  const checkout = await findCheckout(needs, id, owner);
  const earlier = await orderOf(needs, checkout);
  if (earlier !== undefined) return { status: 'ordered', order: earlier };
  const isBroken =
    checkout.state === 'completing' && Number(checkout.claimedAt) < needs.clock.now().getTime() - attemptMs;
  if (checkout.state === 'completing' && !isBroken) return waitForOther(needs, checkout, maxWaitMs);
  if (!isBroken) mustBeOpen(checkout);
  if (version !== undefined && version !== checkout.version)
    throw problemOf('CONFLICT', sentenceOf('checkout-changed'));
  const found = await priceCheckout(needs, checkout);
  if (found.priced.troubles.length > 0) return { status: 'not-ready', found };
  const { shownCents } = checkout;
  if (shownCents === null || found.priced.totals.totalCents > shownCents) return dearer(needs, checkout);
  const attempt = randomUUID();
  const now = needs.clock.now();
  const claim = {
    id: checkout.id,
    version: checkout.version,
    attempt,
    now,
    brokenBefore: new Date(now.getTime() - attemptMs),
  };
  if (!(await claimCheckout(needs.pool, claim))) return waitForOther(needs, checkout, maxWaitMs);
  return pay(needs, { ...found, attempt, paying, actor, maxWaitMs });
}

/** Nobody pays more than they have seen: it is shown first, and whoever still wants it asks again. */
async function dearer(needs: ShopNeeds, checkout: Checkout): Promise<Completed> {
  const { priced, ...shown } = await showCheckout(needs, checkout);
  const trouble = { kind: 'dearer', shownCents: checkout.shownCents ?? 0 } as const;
  return { status: 'not-ready', found: { ...shown, priced: { ...priced, troubles: [trouble] } } };
}

type Attempt = PricedCheckout & { attempt: string; paying: Paying; actor: Actor; maxWaitMs: number };

async function pay(needs: ShopNeeds, attempt: Attempt): Promise<Completed> {
  const { checkout } = attempt;
  const payment = await askForMoney(needs, attempt).catch((error: unknown) => {
    needs.log.error({ checkout: checkout.id, err: error }, 'the payment of a checkout failed');
    return { status: 'refused', why: 'unavailable' } as const;
  });
  if (payment.status === 'paid')
    try {
      return { status: 'ordered', order: await captured(needs, await place(needs, attempt, payment.reference)) };
    } catch (error) {
      if (!isOvertaken(error)) throw error; // nobody knows whether it was committed: the attempt stands, and is taken up again
    }
  return giveUp(needs, attempt, payment);
}

/** The order stands whatever becomes of this call: what is not taken now is taken by whoever tidies up. */
async function captured({ payments, log }: ShopNeeds, order: Order): Promise<Order> {
  await payments.capture(order.checkoutId).catch((error: unknown) => {
    log.warn({ checkout: order.checkoutId, err: error }, 'the money of an order is held, and not yet taken');
  });
  return order;
}

/** Nothing was sold: what was taken goes back, also what an attempt took that broke off or never heard the answer. */
async function giveUp(needs: ShopNeeds, given: Attempt, payment: Payment): Promise<Completed> {
  const { checkout, attempt, maxWaitMs } = given;
  const claim = { id: checkout.id, attempt, now: needs.clock.now() };
  // Another attempt has taken over, and the payment with it: it keeps it or gives it back.
  if (!(await keepClaim(needs.pool, claim))) return waitForOther(needs, checkout, maxWaitMs);
  try {
    await needs.payments.giveBack(checkout.id);
  } catch (error) {
    needs.log.error({ checkout: checkout.id, err: error }, 'a checkout cannot be paid back now; it is tried again');
    return { status: 'in-progress' }; // the attempt stands: it is taken up again, or paid back when its time is over
  }
  await unclaimCheckout(needs.pool, claim, payment.status === 'challenge' ? payment.reference : null);
  const found = await showCheckout(needs, await findCheckout(needs, checkout.id, checkout.owner));
  if (payment.status === 'refused') return { status: 'refused', why: payment.why, found };
  if (payment.status === 'challenge') return { status: 'challenge', found };
  needs.log.info(
    { checkout: checkout.id, cents: given.priced.totals.totalCents },
    'a checkout was paid back: what it rested upon has changed',
  );
  return { status: 'not-ready', found };
}

async function askForMoney({ payments }: ShopNeeds, { checkout, priced, paying }: Attempt): Promise<Payment> {
  const asked = { checkoutId: checkout.id, cents: priced.totals.totalCents };
  if (asked.cents === 0) return { status: 'paid', reference: 'nothing-to-pay' };
  if ('token' in paying) return payments.pay({ ...asked, ...paying });
  const { challenge } = checkout.content;
  if (challenge === null) return { status: 'refused', why: 'unknown-token' };
  return payments.answerChallenge({ ...asked, reference: challenge });
}

async function place(
  needs: ShopNeeds,
  { checkout, priced, attempt, actor }: Attempt,
  reference: string,
): Promise<Order> {
  const order = newOrder(needs, checkout, priced, reference);
  const { id, totals, placedAt } = order;
  const placing: Placing = {
    order,
    attempt,
    isFirstPurchase: priced.coupon?.isFirstPurchase ?? false,
    tell: checkout.content.tell,
  };
  await needs.ledger.commit({
    events: [
      {
        kind: 'book-order-placed',
        stationId: null,
        happenedAt: placedAt,
        principal: actorName(actor),
        body: { orderId: id, totalCents: totals.totalCents }, // everybody who may read events reads this: not what was bought
      },
    ],
    writes: [write(newOrders, placing)],
  });
  const placed = await readOrder(needs.pool, id);
  if (placed === undefined) throw new Error(`Order ${id} was committed and cannot be read.`);
  return placed;
}

function newOrder(
  needs: ShopNeeds,
  checkout: Checkout,
  { items, totals, coupon, shipping, currency }: Priced,
  reference: string,
): NewOrder {
  const { lines, ...sums } = totals;
  const placedAt = needs.clock.now();
  const { owner, content } = checkout;
  return {
    id: uuidv7(placedAt),
    checkoutId: checkout.id,
    owner,
    buyer: buyerOf(needs, checkout) ?? owner,
    placedAt,
    lines: items.map(({ line: { id, quantity }, book: { id: bookId, title, priceCents } }, index) => {
      const own = lines[index];
      if (own === undefined) throw new Error('Totals have a row per line.');
      return { id, bookId, title, unitCents: priceCents, quantity, ...own };
    }),
    totals: sums,
    coupon: coupon?.code ?? null,
    paymentReference: reference,
    currency,
    delivery: {
      shipping: shipping?.id ?? 'pickup',
      destination: placeOf(content.destination),
      buyer: content.buyer,
      ...present({ language: content.context?.language }),
    },
  };
}

/** How a platform names it among several is of no use any more. */
function placeOf(destination: Address | null): Address | null {
  if (destination === null) return null;
  const { id: _id, ...place } = destination;
  return place;
}

async function orderOf({ pool }: ShopNeeds, { state, orderId }: Checkout): Promise<Order | undefined> {
  return state === 'completed' && orderId !== null ? readOrder(pool, orderId) : undefined;
}

/** The same call, sent twice: the second hears what became of the first. */
async function waitForOther(needs: ShopNeeds, { id, owner }: Checkout, maxMs: number): Promise<Completed> {
  for (const until = performance.now() + maxMs; performance.now() < until; await pause(50)) {
    const checkout = await findCheckout(needs, id, owner);
    const order = await orderOf(needs, checkout);
    if (order !== undefined) return { status: 'ordered', order };
    if (checkout.state === 'cancelled') mustBeOpen(checkout);
    if (checkout.state === 'open') throw problemOf('CONFLICT', sentenceOf('checkout-changed'));
  }
  return { status: 'in-progress' };
}
