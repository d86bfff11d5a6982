import { isDeepStrictEqual } from 'node:util';
import { isUuid } from '#base/uuid.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import {
  type Cart,
  type Checkout,
  type CheckoutContent,
  type CheckoutRequest,
  cartDays,
  checkoutHours,
  most,
  stateNow,
  unknownCart,
  unknownCheckout,
} from './checkout.ts';
import {
  cancelCheckout,
  changeCart,
  followCheckout,
  insertCart,
  insertCheckout,
  noteShown,
  readCart,
  readCheckout,
  readCheckoutOfCart,
  replaceContent,
} from './checkout-store.ts';
import type { ShopNeeds } from './needs.ts';
import { readOrder } from './order-store.ts';
import { type Priced, pricedOrder, priceWanted } from './price-wanted.ts';

export type PricedCheckout = { checkout: Checkout; priced: Priced };
export type PricedCart = { cart: Cart; priced: Priced };

export async function createCheckout(
  needs: ShopNeeds,
  owner: string,
  content: Omit<CheckoutContent, 'challenge'>,
): Promise<PricedCheckout> {
  const checkout = newCheckout(needs, owner, content);
  await insertCheckout(needs.pool, checkout);
  return showCheckout(needs, checkout);
}

function newCheckout(
  { clock }: ShopNeeds,
  owner: string,
  content: Omit<CheckoutContent, 'challenge'>,
  cartId: string | null = null,
): Checkout {
  mustBeBounded(content);
  const now = clock.now();
  return {
    id: uuidv7(now),
    owner,
    content: { ...content, challenge: null },
    version: 1,
    shownCents: null,
    state: 'open',
    claimedAt: null,
    orderId: null,
    cartId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + checkoutHours * 3_600_000),
  };
}

/** A cart has one checkout at a time: asked again, it is the same one, with what the cart holds by now. */
export async function checkoutOfCart(
  needs: ShopNeeds,
  cart: Cart,
  content: Omit<CheckoutContent, 'challenge'>,
): Promise<PricedCheckout & { isNew: boolean }> {
  const { pool, clock } = needs;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const existing = await readCheckoutOfCart(pool, cart.id, clock.now());
    if (existing !== undefined) return { ...(await followCart(needs, existing, cart)), isNew: false };
    const made = newCheckout(needs, cart.owner, content, cart.id);
    if (await insertCheckout(pool, made)) return { ...(await showCheckout(needs, made)), isNew: true };
  }
  throw problemOf('CONFLICT', sentenceOf('checkout-changed'));
}

async function followCart(needs: ShopNeeds, checkout: Checkout, { content }: Cart): Promise<PricedCheckout> {
  const { lines, codes } = content;
  const isSame = isDeepStrictEqual([lines, codes], [checkout.content.lines, checkout.content.codes]);
  if (isSame || checkout.state !== 'open') return showCheckout(needs, checkout);
  return changeCheckout(needs, checkout, (before) => ({ ...before, lines, codes, challenge: null }));
}

/** NOT_FOUND for everybody but the owner. A checkout whose time is over is cancelled. */
export async function findCheckout({ pool, clock }: ShopNeeds, id: string, owner: string): Promise<Checkout> {
  const checkout = isUuid(id) ? await readCheckout(pool, id) : undefined;
  if (checkout === undefined || checkout.owner !== owner) throw unknownCheckout();
  return { ...checkout, state: stateNow(checkout, clock.now()) };
}

export async function priceCheckout(needs: ShopNeeds, checkout: Checkout): Promise<PricedCheckout> {
  const { pool, clock, terms } = needs;
  const order = checkout.orderId === null ? undefined : await readOrder(pool, checkout.orderId);
  if (order !== undefined) return { checkout, priced: await pricedOrder(needs, order) };
  const now = clock.now();
  return { checkout, priced: await priceWanted({ pool, terms, now }, checkout.content, buyerOf(needs, checkout)) };
}

/** For its owner's eyes: from now on no more than this total may be taken. */
export async function showCheckout(needs: ShopNeeds, checkout: Checkout): Promise<PricedCheckout> {
  const { priced } = await priceCheckout(needs, checkout);
  const { totalCents } = priced.totals;
  if (checkout.state === 'open' && checkout.shownCents !== totalCents)
    await noteShown(needs.pool, checkout.id, totalCents);
  return { checkout: { ...checkout, shownCents: totalCents }, priced };
}

/** Who buys, as far as a first purchase goes. E-mail addresses are kept as a keyed hash. */
export function buyerOf(
  { hashBuyer }: Pick<ShopNeeds, 'hashBuyer'>,
  { owner, content }: Pick<Checkout, 'owner' | 'content'>,
): string | null {
  if (!content.needsEmail) return owner;
  const email = content.buyer?.email?.trim().toLowerCase() ?? '';
  return email === '' ? null : hashBuyer(email);
}

export async function changeCheckout(
  needs: ShopNeeds,
  { id, owner }: { id: string; owner: string },
  change: (content: CheckoutContent) => CheckoutContent,
): Promise<PricedCheckout> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const checkout = await findCheckout(needs, id, owner);
    mustBeOpen(checkout);
    const content = change(checkout.content);
    mustBeBounded(content);
    const changed = await replaceContent(needs.pool, checkout, content);
    if (changed === undefined) continue;
    if (changed.cartId !== null) await followCheckout(needs.pool, changed.cartId, content);
    return showCheckout(needs, changed);
  }
  throw problemOf('CONFLICT', sentenceOf('checkout-changed'));
}

export async function cancelOpenCheckout(
  needs: ShopNeeds,
  { id, owner }: { id: string; owner: string },
): Promise<PricedCheckout> {
  const checkout = await findCheckout(needs, id, owner);
  mustBeOpen(checkout);
  if (!(await cancelCheckout(needs.pool, checkout.id))) mustBeOpen(await findCheckout(needs, id, owner));
  return priceCheckout(needs, { ...checkout, state: 'cancelled' });
}

export function mustBeOpen({ state }: Pick<Checkout, 'state'>): void {
  if (state !== 'open') throw problemOf('CONFLICT', sentenceOf(`checkout-${state}`), { state });
}

export async function createCart(needs: ShopNeeds, owner: string, content: CheckoutRequest): Promise<PricedCart> {
  mustBeBounded(content);
  const now = needs.clock.now();
  const expiresAt = new Date(now.getTime() + cartDays * 86_400_000);
  const cart: Cart = { id: uuidv7(now), owner, content, state: 'open', expiresAt };
  await insertCart(needs.pool, cart);
  return priceCart(needs, cart);
}

export async function findCart({ pool, clock }: ShopNeeds, id: string, owner: string): Promise<Cart> {
  const cart = isUuid(id) ? await readCart(pool, id) : undefined;
  if (cart === undefined || cart.owner !== owner || cart.expiresAt <= clock.now()) throw unknownCart();
  return cart;
}

export async function priceCart({ pool, terms, clock }: ShopNeeds, cart: Cart): Promise<PricedCart> {
  return { cart, priced: await priceWanted({ pool, terms, now: clock.now() }, cart.content, null) };
}

export async function changeOpenCart(
  needs: ShopNeeds,
  { id, owner }: { id: string; owner: string },
  change: { content?: CheckoutRequest; state?: 'cancelled' },
): Promise<PricedCart> {
  const cart = await findCart(needs, id, owner);
  if (change.content !== undefined) mustBeBounded(change.content);
  const isChanged = cart.state === 'open' && (await changeCart(needs.pool, cart.id, change));
  if (!isChanged) throw problemOf('CONFLICT', sentenceOf('cart-closed'));
  return priceCart(needs, await findCart(needs, id, owner));
}

function mustBeBounded({ lines, codes }: CheckoutRequest): void {
  const isTooMuch = lines.length > most.lines || lines.some(({ quantity }) => quantity > most.quantity);
  if (isTooMuch || codes.length > most.codes) throw problemOf('INVALID_INPUT', sentenceOf('checkout-too-large', most));
}
