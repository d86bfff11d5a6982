import type { Buyer, CheckoutContent, Line } from '#bookshop/checkout.ts';
import { type Address, isShippingId, type ShippingId } from '#bookshop/shipping.ts';
import { discountCapability, fulfillmentCapability } from './capabilities.ts';
import { consentFrom } from './consent.ts';
import { has, type Platform } from './platform.ts';
import type { BuyerBody, CheckoutBody } from './requests.ts';

type Content = Omit<CheckoutContent, 'challenge'>;

export function emptyContent(platform: Platform): Content {
  return {
    lines: [],
    codes: [],
    buyer: null,
    destination: null,
    needsEmail: true,
    // Where no delivery was agreed upon, the books are taken at the site.
    shipping: has(platform, fulfillmentCapability) ? null : 'pickup',
    tell: platform.webhookUrl === null ? null : { url: platform.webhookUrl, version: platform.version },
  };
}

/** What a request gives takes the place of what was there; what it leaves out stays. Fields of what was not agreed upon are left alone. */
export function withBody<Own extends Content>(content: Own, body: CheckoutBody, platform: Platform): Own {
  const { line_items: items, buyer, discounts, fulfillment, context } = body;
  const [method] = fulfillment?.methods ?? [];
  return {
    ...content,
    ...(items && { lines: linesFrom(items) }),
    ...(buyer && { buyer: buyerFrom(buyer) }),
    ...(context && { context }),
    ...(discounts?.codes && has(platform, discountCapability) && { codes: discounts.codes }),
    ...(method && has(platform, fulfillmentCapability) && deliveryFrom(method, content)),
  };
}

export function buyerFrom({ consent, ...rest }: BuyerBody): Buyer {
  return { ...rest, ...(consent && { consent: consentFrom(consent) }) };
}

/** Lines keep the ids they came with; those without one, and those that came twice, get one. */
export function linesFrom(items: NonNullable<CheckoutBody['line_items']>): Line[] {
  const ids = ownIds(
    items.map(({ id }) => id),
    (place) => `li_${place}`,
  );
  return items.map(({ item, quantity }, index) => ({ id: ids[index] ?? '', bookId: item.id, quantity }));
}

/** Each its own: what was given stays, unless it came before. */
function ownIds(given: readonly (string | undefined)[], name: (place: number) => string): string[] {
  const taken = new Set<string>();
  return given.map((wanted, index) => {
    let id = wanted ?? name(index + 1);
    for (let more = 1; taken.has(id); more += 1) id = `${name(index + 1)}_${more}`;
    taken.add(id);
    return id;
  });
}

type Method = NonNullable<NonNullable<CheckoutBody['fulfillment']>['methods']>[number];
type Delivery = Pick<Content, 'shipping' | 'destination' | 'destinations' | 'unknownDestination'>;

/** The one place where books can be taken, as platforms name it. */
export const siteId = 'site';

function deliveryFrom(method: Method, before: Content): Delivery {
  const { selected_destination_id: selected, groups } = method;
  const type = method.type ?? typeOf(method.id, before.shipping);
  if (type === 'pickup') {
    const { destination, destinations } = before;
    const isKnown = selected === undefined || selected === null || selected === siteId;
    return { shipping: 'pickup', destination, destinations, unknownDestination: isKnown ? undefined : selected };
  }
  const asked = groups?.[0]?.selected_option_id ?? before.shipping ?? 'standard';
  // The cheapest is chosen until another is: a platform may show prices before its buyer has decided.
  const shipping = isShippingId(asked) && asked !== 'pickup' ? asked : 'standard';
  return { shipping, ...destinationFrom(method, before) };
}

function typeOf(id: string | undefined, before: ShippingId | null): 'pickup' | 'shipping' {
  if (id === undefined) return 'shipping';
  return id.includes('pickup') || (before === 'pickup' && !id.includes('shipping')) ? 'pickup' : 'shipping';
}

/** A platform names its addresses and chooses one; of several, none is chosen by guessing. */
function destinationFrom(method: Method, before: Content): Omit<Delivery, 'shipping'> {
  const { destinations: given, selected_destination_id: asked } = method;
  const destinations = given === undefined ? knownBefore(before) : named(given);
  const chosenBefore = before.unknownDestination === undefined ? before.destination?.id : undefined;
  const selected = asked ?? (destinations.some(({ id }) => id === chosenBefore) ? chosenBefore : undefined);
  if (selected === undefined) {
    const [only, ...others] = destinations;
    const destination = others.length === 0 ? (only ?? null) : null;
    return { destination, destinations, unknownDestination: undefined };
  }
  const destination = destinations.find(({ id }) => id === selected) ?? null;
  return { destination, destinations, unknownDestination: destination === null ? selected : undefined };
}

function knownBefore({ destination, destinations }: Content): readonly Address[] {
  return destinations ?? (destination === null ? [] : named([destination]));
}

function named(given: readonly Address[]): Address[] {
  const ids = ownIds(
    given.map(({ id }) => id),
    (place) => `destination-${place}`,
  );
  return given.map((each, index) => ({ ...each, id: ids[index] }));
}
