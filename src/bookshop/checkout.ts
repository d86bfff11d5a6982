import type { SigecError } from '#base/errors.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { Address, ShippingId } from './shipping.ts';

/** One book and how many of it; `id` is how platforms name the line. */
export type Line = { id: string; bookId: string; quantity: number };

export type Buyer = {
  email?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  phone_number?: string | undefined;
  consent?: Record<string, boolean | undefined> | undefined;
};

/** What somebody wants to buy. Prices are not part of it: they are those of the moment, until it is paid. */
export type CheckoutRequest = {
  lines: readonly Line[];
  codes: readonly string[];
  buyer: Buyer | null;
  shipping: ShippingId | null;
  destination: Address | null;
  /** Among which `destination` was chosen; absent: there is no other. */
  destinations?: readonly Address[] | undefined;
  /** A platform chose one that nobody named before: the books go nowhere until it chooses anew. */
  unknownDestination?: string | undefined;
  context?: BuyerContext | undefined;
};

/** What a platform tells of its buyer before they have said who they are. */
export type BuyerContext = {
  language?: string | undefined;
  currency?: string | undefined;
  address_country?: string | undefined;
  address_region?: string | undefined;
  postal_code?: string | undefined;
};

export type CheckoutContent = CheckoutRequest & {
  /** Whether the buyer's e-mail has to be known: buyers who come through a platform are told apart by it. */
  needsEmail: boolean;
  /** Where the order is told of, once there is one. */
  tell: { url: string; version: string } | null;
  /** A payment that waits for the buyer. */
  challenge: string | null;
};

export type CheckoutState = 'open' | 'completing' | 'completed' | 'cancelled';

export type Checkout = {
  id: string;
  /** Who made it, and nobody else may see it. */
  owner: string;
  content: CheckoutContent;
  version: number;
  /** The total that its owner has seen last; null before anything was seen. */
  shownCents: number | null;
  state: CheckoutState;
  claimedAt: Date | null;
  orderId: string | null;
  /** The cart that it was made from. */
  cartId: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export type Cart = {
  id: string;
  owner: string;
  content: CheckoutRequest;
  state: 'open' | 'cancelled';
  expiresAt: Date;
};

export const checkoutHours = 6;
export const cartDays = 30;
/** An attempt that has not ended by then has broken off. */
export const attemptMs = 60_000;

/** `copies`: of one book, by whoever buys with the tools or over REST; a platform hears what is left instead. */
export const most = { lines: 50, quantity: 1_000_000, copies: 99, codes: 10 };

/** Also for one of somebody else: whoever guesses learns nothing. */
export function unknownCheckout(): SigecError {
  return problemOf('NOT_FOUND', sentenceOf('checkout-unknown'));
}

export function unknownCart(): SigecError {
  return problemOf('NOT_FOUND', sentenceOf('cart-unknown'));
}

/** As the moment says: what nobody finished in time is over. */
export function stateNow({ state, expiresAt }: Pick<Checkout, 'state' | 'expiresAt'>, now: Date): CheckoutState {
  return state === 'open' && expiresAt <= now ? 'cancelled' : state;
}
