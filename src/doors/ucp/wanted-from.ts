import type { CheckoutContent, Line } from '#bookshop/checkout.ts';
import type { Address, ShippingId } from '#bookshop/shipping.ts';
import { shippingOption } from '#bookshop/shipping.ts';
import { discountCapability, fulfillmentCapability } from './capabilities.ts';
import { has, type Platform } from './platform.ts';
import type { CheckoutBody } from './requests.ts';

type Content = Omit<CheckoutContent, 'challenge'>;

export function emptyContent(platform: Platform): Content {
  return {
    ...{ lines: [], codes: [], buyer: null, destination: null, needsEmail: true },
    // Where no delivery was agreed upon, the books are taken at the site.
    shipping: has(platform, fulfillmentCapability) ? null : 'pickup',
    tell: platform.webhookUrl === null ? null : { url: platform.webhookUrl, version: platform.version },
  };
}

/** What a request gives takes the place of what was there; what it leaves out stays. Fields of what was not agreed upon are left alone. */
export function withBody<Own extends Content>(content: Own, body: CheckoutBody, platform: Platform): Own {
  const { line_items: items, buyer, discounts, fulfillment } = body;
  const [method] = fulfillment?.methods ?? [];
  return {
    ...content,
    ...(items && { lines: linesFrom(items) }),
    ...(buyer && { buyer }),
    ...(discounts?.codes && has(platform, discountCapability) && { codes: discounts.codes }),
    ...(method && has(platform, fulfillmentCapability) && deliveryFrom(method, content)),
  };
}

/** Lines keep the ids they came with; those without one, and those that came twice, get one. */
export function linesFrom(items: NonNullable<CheckoutBody['line_items']>): Line[] {
  const taken = new Set<string>();
  return items.map(({ id: given, item, quantity }, index) => {
    let id = given ?? `li_${index + 1}`;
    for (let more = 1; taken.has(id); more += 1) id = `li_${index + 1}_${more}`;
    taken.add(id);
    return { id, bookId: item.id, quantity };
  });
}

type Method = NonNullable<NonNullable<CheckoutBody['fulfillment']>['methods']>[number];

function deliveryFrom(method: Method, before: Content): { shipping: ShippingId; destination: Address | null } {
  const { destinations = [], selected_destination_id: selected, groups } = method;
  const type = method.type ?? (method.id?.includes('pickup') ? 'pickup' : 'shipping');
  if (type === 'pickup') return { shipping: 'pickup', destination: before.destination };
  const given = destinations.find(({ id }) => id !== undefined && id === selected) ?? destinations[0];
  const asked = groups?.[0]?.selected_option_id ?? before.shipping ?? 'standard';
  const option = shippingOption(asked);
  // The cheapest is chosen until another is: a platform may show prices before its buyer has decided.
  const shipping = option?.method === 'shipping' ? option.id : 'standard';
  if (given === undefined) return { shipping, destination: before.destination };
  const { id: _id, ...destination } = given;
  return { shipping, destination };
}
