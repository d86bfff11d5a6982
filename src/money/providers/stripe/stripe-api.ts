import { z } from 'zod';

/** A PaymentIntent, as far as we read it. */
const intent = z.looseObject({
  id: z.string(),
  status: z.enum([
    ...(['requires_payment_method', 'requires_confirmation', 'requires_action'] as const),
    ...(['processing', 'requires_capture', 'canceled', 'succeeded'] as const),
  ]),
  amount: z.number(),
  amount_capturable: z.number().default(0),
  amount_received: z.number().default(0),
  currency: z.string().default(''),
  capture_before: z.number().nullish(),
  latest_charge: z
    .union([
      z.string(),
      z.looseObject({
        id: z.string(),
        created: z.number(),
        disputed: z.boolean().default(false),
        balance_transaction: z
          .union([z.string(), z.looseObject({ created: z.number(), fee: z.number().default(0) })])
          .nullish(),
      }),
    ])
    .nullish(),
  metadata: z.record(z.string(), z.string()).default({}),
  next_action: z.looseObject({ redirect_to_url: z.looseObject({ url: z.string() }).nullish() }).nullish(),
});
export type Intent = z.infer<typeof intent>;
const intentPage = z.looseObject({ data: z.array(intent), has_more: z.boolean() });

const session = z.looseObject({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']).nullable(),
  url: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  payment_intent: z.union([z.string(), intent]).nullish(),
});
export type CheckoutSession = z.infer<typeof session>;
const sessionPage = z.looseObject({ data: z.array(session), has_more: z.boolean() });

const refundObject = z.looseObject({
  id: z.string(),
  amount: z.number(),
  created: z.number(),
  status: z.string().nullish(),
  failure_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).default({}),
});
const refundPage = z.looseObject({ data: z.array(refundObject), has_more: z.boolean() });
export type StripeRefund = z.infer<typeof refundObject>;

/** What moved for a chargeback: taken back first, and given again where it was won. */
const disputeObject = z.looseObject({
  id: z.string(),
  balance_transactions: z
    .array(z.looseObject({ id: z.string(), amount: z.number(), fee: z.number().default(0), created: z.number() }))
    .default([]),
});
const disputePage = z.looseObject({ data: z.array(disputeObject), has_more: z.boolean() });
export type StripeDispute = z.infer<typeof disputeObject>;

const balanceLine = z.looseObject({
  id: z.string(),
  type: z.string(),
  amount: z.number(),
  fee: z.number().default(0),
  currency: z.string(),
  created: z.number(),
  source: z
    .union([
      z.string(),
      z.looseObject({
        id: z.string(),
        payment_intent: z.string().nullish(),
        metadata: z.record(z.string(), z.string()).default({}),
      }),
    ])
    .nullish(),
});
const balancePage = z.looseObject({ data: z.array(balanceLine), has_more: z.boolean() });
export type BalanceLine = z.infer<typeof balanceLine>;

const failure = z.looseObject({
  error: z.looseObject({ type: z.string(), code: z.string().nullish(), payment_intent: intent.nullish() }),
});

/** The provider has read the request and says no. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly isCardError: boolean;
  /** What it made of it nonetheless. */
  readonly intent: Intent | undefined;

  constructor(status: number, { error }: z.infer<typeof failure>) {
    super(`Stripe answered ${status}: ${error.type}${error.code ? `, ${error.code}` : ''}`); // its own text may quote what was sent
    this.name = 'StripeRefusal';
    this.status = status;
    this.code = error.code ?? undefined;
    this.isCardError = error.type === 'card_error';
    this.intent = error.payment_intent ?? undefined;
  }
}

/** Pinned: another version may write its answers otherwise. */
const version = '2025-03-31.basil';
const timeoutMs = 20_000;

export type StripeApi = ReturnType<typeof stripeApi>;

/** The HTTP interface of Stripe, as far as a hold and its capture need it. What is not known to have been refused is thrown as it came. */
export function stripeApi({ url, key }: { url: string; key: string }) {
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    { form, idempotencyKey }: { form?: Record<string, string>; idempotencyKey?: string } = {},
  ): Promise<unknown> {
    const response = await fetch(`${url.replace(/\/+$/, '')}/v1/${path}`, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${key}`,
        'stripe-version': version,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await response.json();
    if (response.ok) return body;
    const read = failure.safeParse(body);
    // A conflict or a fault of theirs says nothing about what became of the request.
    if (!read.success || response.status >= 500 || response.status === 409 || response.status === 429)
      throw new Error(`Stripe answered with status ${response.status}`);
    throw new StripeRefusal(response.status, read.data);
  }

  const intentAt = (id: string) => `payment_intents/${encodeURIComponent(id)}`;

  /** Every page of a list, by the id of the last one of the page before. */
  async function* pages<Item extends { id: string }>(
    path: string,
    page: { parse(body: unknown): { data: Item[]; has_more: boolean } },
  ): AsyncGenerator<Item> {
    for (let after = ''; ; ) {
      const { data, has_more } = page.parse(
        await ask('GET', `${path}&limit=100${after && `&starting_after=${after}`}`),
      );
      yield* data;
      const last = data.at(-1);
      if (!has_more || last === undefined) return;
      after = encodeURIComponent(last.id);
    }
  }

  const whole = 'expand%5B%5D=latest_charge.balance_transaction';
  const sessionWhole = 'expand%5B%5D=payment_intent.latest_charge.balance_transaction';
  const ofForm = (form: Record<string, string>, idempotencyKey: string) => ({ form, idempotencyKey });

  return {
    readWhole: async (id: string) => intent.parse(await ask('GET', `${intentAt(id)}?${whole}`)),
    captureOf: async (id: string, amount: bigint, idempotencyKey: string) =>
      intent.parse(
        await ask('POST', `${intentAt(id)}/capture`, ofForm({ amount_to_capture: String(amount) }, idempotencyKey)),
      ),
    incrementTo: async (id: string, amount: bigint, idempotencyKey: string) =>
      intent.parse(
        await ask(
          'POST',
          `${intentAt(id)}/increment_authorization`,
          ofForm({ amount: String(amount) }, idempotencyKey),
        ),
      ),
    openSession: async (form: Record<string, string>, idempotencyKey: string) =>
      session.parse(await ask('POST', 'checkout/sessions', { form, idempotencyKey })),
    session: async (id: string) =>
      session.parse(await ask('GET', `checkout/sessions/${encodeURIComponent(id)}?${sessionWhole}`)),
    expireSession: async (id: string, idempotencyKey: string) =>
      session.parse(
        await ask('POST', `checkout/sessions/${encodeURIComponent(id)}/expire`, { form: {}, idempotencyKey }),
      ),
    async findSession(reference: string, since: Date): Promise<CheckoutSession | undefined> {
      const from = Math.floor(since.getTime() / 1000) - 300; // their clock is not ours
      for await (const each of pages(`checkout/sessions?created%5Bgte%5D=${from}`, sessionPage))
        if (each.client_reference_id === reference) return each;
      return undefined;
    },
    refundOf: async (form: Record<string, string>, idempotencyKey: string) =>
      refundObject.parse(await ask('POST', 'refunds', { form, idempotencyKey })),
    refunds: (intentId: string) => pages(`refunds?payment_intent=${encodeURIComponent(intentId)}`, refundPage),
    disputes: (intentId: string) => pages(`disputes?payment_intent=${encodeURIComponent(intentId)}`, disputePage),
    balance: ({ from, to }: { from: Date; to: Date }) =>
      pages(
        `balance_transactions?created%5Bgte%5D=${Math.floor(from.getTime() / 1000)}&created%5Blt%5D=${Math.ceil(to.getTime() / 1000)}&expand%5B%5D=data.source`,
        balancePage,
      ),
    create: async (form: Record<string, string>, idempotencyKey: string) =>
      intent.parse(await ask('POST', 'payment_intents', { form, idempotencyKey })),
    read: async (id: string) => intent.parse(await ask('GET', intentAt(id))),
    confirm: async (id: string, idempotencyKey: string) =>
      intent.parse(await ask('POST', `${intentAt(id)}/confirm`, { form: {}, idempotencyKey })),
    capture: async (id: string, idempotencyKey: string) =>
      intent.parse(await ask('POST', `${intentAt(id)}/capture`, { form: {}, idempotencyKey })),
    cancel: async (id: string, idempotencyKey: string) =>
      intent.parse(await ask('POST', `${intentAt(id)}/cancel`, { form: {}, idempotencyKey })),
    refund: async (id: string, idempotencyKey: string): Promise<void> => {
      await ask('POST', 'refunds', { form: { payment_intent: id }, idempotencyKey });
    },
    /** By the name that we gave it: for a request whose answer nobody heard. */
    async find(operation: string, since: Date): Promise<Intent | undefined> {
      const from = Math.floor(since.getTime() / 1000) - 300; // their clock is not ours
      for (let after = ''; ; ) {
        const query = `payment_intents?limit=100&created%5Bgte%5D=${from}${after && `&starting_after=${after}`}`;
        const page = intentPage.parse(await ask('GET', query));
        const found = page.data.find(({ metadata }) => metadata['operation'] === operation);
        const last = page.data.at(-1);
        if (found !== undefined || !page.has_more || last === undefined) return found;
        after = encodeURIComponent(last.id);
      }
    },
  };
}
