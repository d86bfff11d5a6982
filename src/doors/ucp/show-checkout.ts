import type { Buyer } from '#bookshop/checkout.ts';
import type { PricedCart, PricedCheckout } from '#bookshop/checkouts.ts';
import type { PaymentHandler } from '#bookshop/payments/payment-handler.ts';
import type { Priced } from '#bookshop/price-wanted.ts';
import type { ShopTerms } from '#bookshop/terms.ts';
import {
  cartCapability,
  checkoutCapability,
  consentCapability,
  discountCapability,
  fulfillmentCapability,
  mandateCapability,
} from './capabilities.ts';
import { showConsent } from './consent.ts';
import { couponMessages, errorMessage, type Message, troubleMessage } from './messages.ts';
import { envelope, has, type Platform, speaking } from './platform.ts';
import { firstHandlerOf, handlerOf } from './profile.ts';
import { allTotals, lineTotals } from './show-totals.ts';
import { ucpTexts } from './texts.ts';
import { isFirst, isTyped } from './versions.ts';
import { siteId } from './wanted-from.ts';

export type ShowNeeds = {
  baseUrl: string;
  payments: PaymentHandler;
  terms: ShopTerms;
  /** Above this a buyer confirms on our own page. */
  reviewAboveCents: number;
  /** Where that page stands, for whoever has its address. */
  pageOf(kind: 'checkout' | 'order', id: string): string;
  /** Our signature on the terms that we offer (AP2). */
  authorize(terms: object): string;
  isAuthorized(terms: object, authorization: string): boolean;
};

export type CheckoutStatus =
  | ('incomplete' | 'requires_escalation' | 'ready_for_complete')
  | ('complete_in_progress' | 'completed' | 'canceled');

/** What the buyer has to do that no platform can do for them. */
export function escalations(
  { reviewAboveCents }: Pick<ShowNeeds, 'reviewAboveCents'>,
  { checkout, priced }: PricedCheckout,
): ('challenge' | 'review')[] {
  if (checkout.content.challenge !== null) return ['challenge'];
  return priced.totals.totalCents > reviewAboveCents ? ['review'] : [];
}

export function statusOf(needs: ShowNeeds, found: PricedCheckout): CheckoutStatus {
  const { checkout, priced } = found;
  if (checkout.state === 'completed') return 'completed';
  if (checkout.state === 'cancelled') return 'canceled';
  if (checkout.state === 'completing') return 'complete_in_progress';
  if (priced.troubles.length > 0) return 'incomplete';
  return escalations(needs, found).length > 0 ? 'requires_escalation' : 'ready_for_complete';
}

/** A checkout as the platform's revision writes it; `more`: what the request at hand came to. */
export function showCheckout(
  needs: ShowNeeds,
  reader: Platform,
  found: PricedCheckout,
  more: readonly Message[] = [],
): object {
  const platform = speaking(reader, found.checkout.content.context);
  const terms = termsOf(needs, platform, found, more);
  if (!has(platform, mandateCapability(platform.version))) return terms;
  return { ...terms, ap2: { merchant_authorization: needs.authorize(terms) } };
}

function termsOf(needs: ShowNeeds, platform: Platform, found: PricedCheckout, more: readonly Message[]): object {
  const { checkout, priced } = found;
  const { content } = checkout;
  const text = ucpTexts[platform.language];
  const status = statusOf(needs, found);
  const isOver = status === 'completed' || status === 'canceled';
  const isOld = isFirst(platform.version);
  const messages = isOver ? [] : [...messagesOf(needs, platform, found), ...more];
  const handlers = isOld ? undefined : { [needs.payments.name]: [handlerOf(needs, platform.version)] };
  return {
    ucp: envelope(platform, checkoutCapability, handlers && { handlers }),
    id: checkout.id,
    status,
    currency: priced.currency,
    line_items: linesOf(priced, platform),
    ...buyerOf(platform, content.buyer),
    ...(!isOld && content.context && { context: content.context }),
    totals: allTotals(priced.totals, platform.version, text, priced.shipping !== null),
    ...(messages.length > 0 && { messages }),
    ...(has(platform, discountCapability) && { discounts: discountsOf(priced, content.codes) }),
    ...(has(platform, fulfillmentCapability) && { fulfillment: fulfillmentOf(platform, found) }),
    payment: isOld ? { handlers: [firstHandlerOf(needs)], instruments: [] } : { instruments: [] },
    links: [
      { type: 'privacy_policy', url: `${needs.baseUrl}/privacy` },
      { type: 'terms_of_service', url: `${needs.baseUrl}/terms` },
    ],
    expires_at: checkout.expiresAt.toISOString(),
    ...(!isOver && { continue_url: needs.pageOf('checkout', checkout.id) }),
    ...(checkout.orderId !== null && {
      order: { id: checkout.orderId, permalink_url: needs.pageOf('order', checkout.orderId) },
    }),
  };
}

function messagesOf(needs: ShowNeeds, platform: Platform, found: PricedCheckout): Message[] {
  const { checkout, priced } = found;
  const text = ucpTexts[platform.language];
  const waiting = priced.troubles.length > 0 ? [] : escalations(needs, found);
  return [
    ...priced.troubles.map((trouble) => troubleMessage(trouble, platform.language)),
    ...couponMessages(platform, priced, checkout.content.codes, text),
    ...waiting.map((what) =>
      what === 'challenge'
        ? errorMessage('payment_challenge', text.challenge, 'requires_buyer_input', '$.payment')
        : errorMessage('buyer_review', text.review, 'requires_buyer_review'),
    ),
  ];
}

function linesOf({ items, totals }: Priced, { version }: Platform): object[] {
  return items.map(({ line, book }, index) => ({
    id: line.id,
    quantity: line.quantity,
    item: { id: book.id, title: book.title, price: book.priceCents },
    totals: lineTotals(totals.lines[index] ?? { subtotalCents: 0, discountCents: 0, totalCents: 0 }, version),
  }));
}

function buyerOf(platform: Platform, buyer: Buyer | null): object {
  const { consent, ...rest } = buyer ?? {};
  if (!has(platform, consentCapability)) return buyer === null ? {} : { buyer: rest };
  if (isTyped(platform.version)) return { buyer: { ...rest, consent: showConsent(consent, platform.language) } };
  return buyer === null ? {} : { buyer: { ...rest, ...(consent && { consent }) } };
}

/** Amounts are what is taken off, as positive numbers, in every revision. */
function discountsOf({ coupon, totals }: Priced, codes: readonly string[]): object {
  const shares = totals.lines.flatMap(({ discountCents }, index) =>
    discountCents === 0 ? [] : [{ path: `$.line_items[${index}]`, amount: discountCents }],
  );
  const amount = totals.discountCents + totals.shippingDiscountCents;
  const allocations =
    totals.shippingDiscountCents > 0 ? [{ path: '$.totals[?@.type == "fulfillment"]', amount }] : shares;
  const applied =
    coupon === null ? [] : [{ code: coupon.code, title: coupon.title, amount, method: 'across', allocations }];
  return { codes: [...codes], applied };
}

function fulfillmentOf({ language, version }: Platform, { checkout, priced }: PricedCheckout): object {
  const text = ucpTexts[language];
  const lineIds = priced.items.map(({ line }) => line.id);
  const { shipping } = priced;
  const available = (['shipping', 'pickup'] as const)
    .filter((type) => priced.shippingOptions.some(({ method }) => method === type))
    .map((type) => ({
      type,
      line_item_ids: lineIds,
      fulfillable_on: 'now',
      description: text.methods[type],
    }));
  if (shipping === null) return { methods: [], available_methods: available };
  const options = priced.shippingOptions
    .filter(({ method }) => method === shipping.method)
    .map(({ id, cents }) => ({
      id,
      title: text.options[id].title,
      description: isTyped(version) ? { plain: text.options[id].about } : text.options[id].about,
      totals: [{ type: 'total', amount: cents }],
    }));
  const { destination, destinations: given, unknownDestination } = checkout.content;
  const isPickup = shipping.method === 'pickup';
  const known = given ?? (destination === null ? [] : [destination]);
  const type = isPickup ? 'business_location' : 'shipping_address';
  const destinations = (
    isPickup ? [{ id: siteId, name: text.site }] : known.map((each) => ({ ...each, id: each.id ?? 'destination-1' }))
  ).map((each) => ({ ...(isTyped(version) && { type }), ...each }));
  const chosen = isPickup ? siteId : destination === null ? null : (destination.id ?? 'destination-1');
  return {
    methods: [
      {
        id: `method-${shipping.method}`,
        type: shipping.method,
        line_item_ids: lineIds,
        destinations,
        selected_destination_id: unknownDestination === undefined ? chosen : null,
        groups: [{ id: 'group-1', line_item_ids: lineIds, options, selected_option_id: shipping.id }],
      },
    ],
    available_methods: available,
  };
}

/** Carts ask for none. */
function withoutConsent({ consent: _consent, ...rest }: Buyer): Buyer {
  return rest;
}

export function showCart(needs: ShowNeeds, reader: Platform, { cart, priced }: PricedCart): object {
  const platform = speaking(reader, cart.content.context);
  const text = ucpTexts[platform.language];
  const { content } = cart;
  const outOfReach = priced.troubles.filter(
    ({ kind }) => kind === 'out-of-stock' || kind === 'not-sold' || kind === 'empty',
  );
  const messages = [
    ...outOfReach.map((trouble) => troubleMessage(trouble, platform.language)),
    ...couponMessages(platform, priced, content.codes, text),
  ];
  return {
    ucp: envelope(platform, cartCapability),
    id: cart.id,
    currency: priced.currency,
    line_items: linesOf(priced, platform),
    ...(content.buyer && { buyer: withoutConsent(content.buyer) }),
    ...(content.context && { context: content.context }),
    totals: allTotals(priced.totals, platform.version, text, false),
    ...(messages.length > 0 && { messages }),
    ...(has(platform, discountCapability) && { discounts: discountsOf(priced, content.codes) }),
    continue_url: needs.baseUrl,
    expires_at: cart.expiresAt.toISOString(),
  };
}
