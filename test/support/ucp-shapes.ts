import { z } from 'zod';

/** What answers of the later revisions look like, by their published schemas: what is required, what is closed, and the signs of amounts. */
type Later = '2026-04-08' | '2026-08-25';

const version = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const names = {
  '2026-04-08': /^[a-z][a-z0-9]*(?:\.[a-z][a-z0-9_]*)+$/,
  '2026-08-25': /^[a-z](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9_])?)+$/,
};
const amount = z.int().min(0);
const description = z.looseObject({
  plain: z.string().optional(),
  html: z.string().optional(),
  markdown: z.string().optional(),
});
const price = z.looseObject({ amount, currency: z.string().regex(/^[A-Z]{3}$/) });
const link = z.looseObject({ type: z.string(), url: z.url() });

/** What is taken off is negative, everything else is not; one subtotal at most and one total. */
const totals = z
  .array(z.looseObject({ type: z.string(), display_text: z.string().optional(), amount: z.int() }))
  .refine((rows) => rows.every((row) => (row.type.includes('discount') ? row.amount < 0 : row.amount >= 0)), 'signs')
  .refine((rows) => rows.filter(({ type }) => type === 'total').length === 1, 'one total')
  .refine((rows) => rows.filter(({ type }) => type === 'subtotal').length === 1, 'one subtotal');

const messages = z.array(
  z.discriminatedUnion('type', [
    z.looseObject({
      type: z.literal('error'),
      code: z.string(),
      content: z.string(),
      path: z.string().optional(),
      severity: z.enum(['recoverable', 'requires_buyer_input', 'requires_buyer_review', 'unrecoverable']),
    }),
    z.looseObject({ type: z.literal('warning'), code: z.string(), content: z.string(), path: z.string().optional() }),
    z.looseObject({ type: z.literal('info'), code: z.string().optional(), content: z.string() }),
  ]),
);

const line = z.looseObject({
  id: z.string(),
  quantity: z.int().min(1),
  totals,
  item: z.looseObject({ id: z.string(), title: z.string(), price: amount }),
});

const entity = z.looseObject({
  version,
  spec: z.url().optional(),
  schema: z.url().optional(),
  id: z.string().optional(),
});
const registry = (revision: Later, value: z.ZodType = entity) =>
  z.record(z.string().regex(names[revision]), z.array(value).min(1));

function envelope(revision: Later, status: 'success' | 'error' = 'success') {
  return z.looseObject({
    version: z.literal(revision),
    status: z.literal(status).optional(),
    capabilities: registry(revision).optional(),
  });
}

const address = {
  street_address: z.string().optional(),
  extended_address: z.string().optional(),
  address_locality: z.string().optional(),
  address_region: z.string().optional(),
  address_country: z.string().optional(),
  postal_code: z.string().optional(),
};
const destinations = {
  '2026-04-08': z.union([
    z.looseObject({ id: z.string(), ...address }),
    z.looseObject({ id: z.string(), name: z.string() }),
  ]),
  '2026-08-25': z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('shipping_address'), id: z.string(), ...address }),
    z.looseObject({ type: z.literal('business_location'), id: z.string(), name: z.string() }),
  ]),
};
const ids = z.array(z.string());

function fulfillment(revision: Later) {
  return z.looseObject({
    methods: z.array(
      z.looseObject({
        id: z.string(),
        type: z.string(),
        line_item_ids: ids,
        selected_destination_id: z.string().nullish(),
        destinations: z.array(destinations[revision]).optional(),
        groups: z.array(
          z.looseObject({
            id: z.string(),
            line_item_ids: ids,
            selected_option_id: z.string().nullish(),
            options: z.array(
              z.looseObject({
                id: z.string(),
                title: z.string(),
                description: (revision === '2026-08-25' ? description : z.string()).optional(),
                totals: z.array(z.looseObject({ type: z.string(), amount })),
              }),
            ),
          }),
        ),
      }),
    ),
    available_methods: z
      .array(z.looseObject({ type: z.string(), line_item_ids: ids, fulfillable_on: z.string().nullish() }))
      .optional(),
  });
}

const consents = {
  '2026-04-08': z.record(z.string(), z.boolean()),
  '2026-08-25': z.record(
    z.string().regex(names['2026-08-25']),
    z.looseObject({ granted: z.boolean(), source: z.enum(['business', 'platform']), description: z.string() }),
  ),
};

const discounts = z.looseObject({
  codes: z.array(z.string()).optional(),
  applied: z.array(
    z.looseObject({
      code: z.string().optional(),
      title: z.string(),
      amount,
      method: z.enum(['each', 'across']).optional(),
      allocations: z.array(z.looseObject({ path: z.string().startsWith('$'), amount })).optional(),
    }),
  ),
});

const currency = z.string().regex(/^[A-Z]{3}$/);
const time = z.iso.datetime();

export function checkoutShape(revision: Later) {
  const handler = entity.extend({
    id: z.string(),
    available_instruments: z.array(z.looseObject({ type: z.string() })).min(1),
  });
  return z.looseObject({
    ucp: envelope(revision).extend({ payment_handlers: registry(revision, handler) }),
    id: z.string(),
    currency,
    line_items: z.array(line),
    totals,
    links: z.array(link),
    expires_at: time.optional(),
    status: z.enum([
      ...(['incomplete', 'requires_escalation', 'ready_for_complete'] as const),
      ...(['complete_in_progress', 'completed', 'canceled'] as const),
    ]),
    buyer: z.looseObject({ email: z.email().optional(), consent: consents[revision].optional() }).optional(),
    messages: messages.optional(),
    continue_url: z.url().optional(),
    discounts: discounts.optional(),
    fulfillment: fulfillment(revision).optional(),
    payment: z.looseObject({}).optional(),
    order: z.looseObject({ id: z.string(), permalink_url: z.url() }).optional(),
    ap2: z.looseObject({ merchant_authorization: z.string().regex(/^[\w-]+\.\.[\w-]+$/) }).optional(),
  });
}

export function cartShape(revision: Later) {
  return z.looseObject({
    ucp: envelope(revision),
    id: z.string(),
    currency,
    line_items: z.array(line),
    totals,
    messages: messages.optional(),
    continue_url: z.url().optional(),
    expires_at: time.optional(),
  });
}

export function orderShape(revision: Later) {
  const part = z.array(z.looseObject({ id: z.string(), quantity: z.int() }));
  return z.looseObject({
    ucp: envelope(revision),
    id: z.string(),
    checkout_id: z.string(),
    permalink_url: z.url(),
    currency,
    totals,
    line_items: z.array(
      z.looseObject({
        id: z.string(),
        item: line.shape.item,
        totals,
        quantity: z.looseObject({ original: z.int().optional(), total: z.int(), fulfilled: z.int() }),
        status: z.enum(['processing', 'partial', 'fulfilled', 'removed']),
      }),
    ),
    fulfillment: z.looseObject({
      expectations: z.array(
        z.looseObject({
          id: z.string(),
          line_items: part,
          method_type: z.string(),
          destination: z.looseObject(address),
          description: z.string().optional(),
        }),
      ),
      events: z.array(z.looseObject({ id: z.string(), occurred_at: time, type: z.string(), line_items: part })),
    }),
  });
}

const product = z.looseObject({
  id: z.string(),
  title: z.string(),
  description,
  url: z.url().optional(),
  price_range: z.looseObject({ min: price, max: price }),
  variants: z
    .array(z.looseObject({ id: z.string(), title: z.string(), description, price, availability: z.looseObject({}) }))
    .min(1),
});

export function catalogShape(revision: Later) {
  return z.looseObject({
    ucp: envelope(revision),
    products: z.array(product),
    pagination: z.looseObject({ has_next_page: z.boolean(), cursor: z.string().optional() }).optional(),
    messages: messages.optional(),
  });
}

export function errorShape(revision: Later) {
  return z.looseObject({
    ucp: envelope(revision, 'error').required({ status: true }),
    messages: messages.min(1),
    continue_url: z.url().optional(),
  });
}

/** Which of them an answer has to be. */
export function mustFit(revision: Later, body: Record<string, unknown>): void {
  const { ucp } = body as { ucp?: { status?: string } };
  if (ucp === undefined) return; // refused before anything was agreed upon
  if (ucp.status === 'error') errorShape(revision).parse(body);
  else if (body['checkout_id'] !== undefined) orderShape(revision).parse(body);
  else if (body['products'] !== undefined) catalogShape(revision).parse(body);
  else if (body['product'] !== undefined) z.looseObject({ ucp: envelope(revision), product }).parse(body);
  else if (body['status'] !== undefined) checkoutShape(revision).parse(body);
  else cartShape(revision).parse(body);
}
