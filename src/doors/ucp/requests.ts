import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { most } from '#bookshop/checkout.ts';

/** What platforms send. Unknown fields are theirs to send and ours to leave alone; known ones are bounded and cleaned. */
const text = (length: number) =>
  z
    .string()
    .max(length)
    .transform((given) => untrustedText(given, length));
const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w.:-]+$/, 'must be letters, digits, dots, colons, dashes and underscores');

const address = z.object({
  id: id.optional(),
  first_name: text(60).optional(),
  last_name: text(60).optional(),
  street_address: text(200).optional(),
  extended_address: text(100).optional(),
  address_locality: text(100).optional(),
  address_region: text(50).optional(),
  address_country: text(30).optional(),
  postal_code: text(20).optional(),
  phone_number: text(30).optional(),
});

/** By purpose: true or false until 2026-04-08, with who said so since 2026-08-25. */
const consent = z.union([
  z.object({
    analytics: z.boolean().optional(),
    preferences: z.boolean().optional(),
    marketing: z.boolean().optional(),
    sale_of_data: z.boolean().optional(),
  }),
  z.record(z.string().max(100), z.looseObject({ granted: z.boolean(), source: z.string().max(20).optional() })),
]);

/** What a platform tells of its buyer beforehand. */
const context = z.object({
  language: text(35).optional().describe('As in BCP 47: en, pt-BR'),
  currency: text(3).optional(),
  address_country: text(30).optional(),
  address_region: text(50).optional(),
  postal_code: text(20).optional(),
});
/** Taken, and left alone: where the buyer came from, and what the platform saw of them. */
const leftAlone = {
  signals: z.record(z.string(), z.unknown()).optional(),
  attribution: z.record(z.string(), z.unknown()).optional(),
};

const buyer = z.object({
  first_name: text(60).optional(),
  last_name: text(60).optional(),
  email: z.email().max(200).optional(),
  phone_number: text(30).optional(),
  consent: consent.optional(),
});

const lineItems = z
  .array(
    z.object({
      id: id.optional(),
      item: z.object({ id: z.string().min(1).max(60) }),
      quantity: z.int().min(1).max(most.quantity),
    }),
  )
  .max(most.lines);

const fulfillment = z.object({
  methods: z
    .array(
      z.object({
        id: id.optional(),
        type: z.enum(['shipping', 'pickup']).optional(),
        line_item_ids: z.array(z.string().max(100)).max(most.lines).optional(),
        destinations: z.array(address).max(10).optional(),
        selected_destination_id: id.nullish(),
        groups: z
          .array(z.object({ id: id.optional(), selected_option_id: z.string().max(60).nullish() }))
          .max(10)
          .optional(),
      }),
    )
    .max(1, 'one method serves the whole order')
    .optional(),
});

const discounts = z.object({ codes: z.array(z.string().max(60)).max(most.codes).optional() });

const instrument = z.object({
  id: z.string().max(100).optional(),
  handler_id: z.string().max(100),
  type: z.string().max(60).optional(),
  selected: z.boolean().optional(),
  credential: z
    .looseObject({ type: z.string().max(60).optional(), token: z.string().max(4_000).optional() })
    .optional(),
});
const payment = z.object({ instruments: z.array(instrument).max(10).optional() });

export const createCheckoutBody = z.object({
  line_items: lineItems.optional(),
  cart_id: z.string().max(60).optional(),
  buyer: buyer.optional(),
  discounts: discounts.optional(),
  fulfillment: fulfillment.optional(),
  context: context.optional(),
  ...leftAlone,
});
export type BuyerBody = z.output<typeof buyer>;
export type CheckoutBody = z.output<typeof createCheckoutBody>;
export const updateCheckoutBody = createCheckoutBody.omit({ cart_id: true });

export const cartBody = z.object({
  line_items: lineItems,
  buyer: buyer.optional(),
  discounts: discounts.optional(),
  context: context.optional(),
  ...leftAlone,
});
export type CartBody = z.output<typeof cartBody>;

/** The first revision sends one instrument as `payment_data`, those since a list. */
export const completeBody = z.object({
  payment_data: instrument.optional(),
  payment: payment.optional(),
  ap2: z.object({ checkout_mandate: z.string().max(40_000).optional() }).optional(),
  ...leftAlone,
});
export type CompleteBody = z.output<typeof completeBody>;

const filters = z
  .object({
    categories: z.array(z.string().max(60)).max(20).optional(),
    price: z.object({ min: z.int().min(0).optional(), max: z.int().min(0).optional() }).optional(),
  })
  .optional();

export const searchBody = z.object({
  query: z.string().max(200).optional(),
  filters,
  context: context.optional(),
  ...leftAlone,
  pagination: z
    .object({ cursor: z.string().max(100).optional(), limit: z.int().min(1).max(100).optional() })
    .optional(),
});
export const lookupBody = z.object({
  ids: z.array(z.string().min(1).max(60)).min(1).max(50, 'request_too_large'),
  filters,
  context: context.optional(),
  ...leftAlone,
});
export const productBody = z.object({
  id: z.string().min(1).max(60),
  filters,
  context: context.optional(),
  ...leftAlone,
});
export type ProductBody = z.output<typeof productBody>;
export type SearchBody = z.output<typeof searchBody>;
export type LookupBody = z.output<typeof lookupBody>;
