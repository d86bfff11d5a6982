import { z } from 'zod';
import { parsedJson } from '#base/json.ts';
import type {
  Answer,
  Intent,
  Movement,
  PaymentProvider,
  PaymentRef,
  Reading,
  StatementLine,
} from '../payment-provider.ts';
import { isSignedEvent } from './event-signature.ts';
import {
  type BalanceLine,
  type CheckoutSession,
  type StripeApi,
  type StripeDispute,
  type Intent as StripeIntent,
  type StripeRefund,
  StripeRefusal,
  stripeApi,
} from './stripe-api.ts';

export type StripeGiven = { key: string; url: string; webhookSecret: string };

const refundDays = 180;

const event = z.looseObject({
  data: z.looseObject({
    object: z.looseObject({
      id: z.string().max(200),
      client_reference_id: z.string().max(200).nullish(),
      payment_intent: z.unknown().optional(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
});

/**
 * Cards by Stripe: an amount is held (PaymentIntent, manual capture) and taken later, in part. A payer without a token of theirs pays on a page
 * of Stripe, so that no card number comes here. Idempotency keys are our operations.
 */
export function stripeProvider({ key, url, webhookSecret }: StripeGiven): PaymentProvider {
  const api = stripeApi({ key, url });

  async function found(ref: PaymentRef): Promise<Found | undefined> {
    if (ref.reference?.startsWith('cs_') === true) return fromSession(await api.session(ref.reference));
    if (ref.reference !== null)
      return { reference: ref.reference, session: null, intent: await api.readWhole(ref.reference) };
    const session = await api.findSession(ref.id, ref.begunAt);
    if (session !== undefined) return fromSession(await api.session(session.id));
    const intent = await api.find(ref.id, ref.begunAt);
    return intent && { reference: intent.id, session: null, intent: await api.readWhole(intent.id) };
  }

  async function intentId(ref: PaymentRef): Promise<string> {
    if (ref.reference?.startsWith('pi_') === true) return ref.reference;
    const id = (await found(ref))?.intent?.id;
    if (id === undefined) throw new Error('Nobody has paid yet: there is nothing to do this with.');
    return id;
  }

  return {
    name: 'stripe',
    method: 'card',
    capabilities: {
      hold: true,
      increase: true,
      partialCapture: true,
      refundDays,
      refundsAreAsync: true,
      currencies: 'all',
      isTrial: key.startsWith('sk_test_') || key.startsWith('rk_test_'),
    },
    begin: (intent) =>
      answered(async () => {
        if (intent.instrument === null) await api.openSession(sessionForm(intent), intent.id);
        else await api.create(intentForm(intent, intent.instrument), intent.id);
      }),
    capture: (ref, { operationId, amount }) =>
      answered(async () => api.captureOf(await intentId(ref), amount, operationId)),
    increase: (ref, { operationId, amount }) =>
      answered(async () => api.incrementTo(await intentId(ref), amount, operationId)),
    cancel: (ref, { operationId }) =>
      answered(async () => {
        const known = await found(ref);
        if (known?.session?.status === 'open') return api.expireSession(known.session.id, operationId);
        if (known?.intent) return api.cancel(known.intent.id, operationId);
        throw new Error('What is to be cancelled is not there yet.');
      }),
    refund: (ref, { operationId, amount }) =>
      answered(async () => {
        const form = { payment_intent: await intentId(ref), amount: String(amount) };
        return api.refundOf({ ...form, 'metadata[payment]': ref.id, 'metadata[operation]': operationId }, operationId);
      }),
    async read(ref) {
      const known = await found(ref);
      if (known === undefined) return absent;
      const [refunds, disputes] = await Promise.all([refundsOf(api, known.intent), disputesOf(api, known.intent)]);
      return readingOf(known, { refunds, disputes });
    },
    async *list(period) {
      for await (const line of api.balance(period))
        for (const moved of linesOf(line)) {
          const paymentId = moved.paymentId ?? (await paymentOfIntent(api, moved.reference));
          yield { ...moved, paymentId };
        }
    },
    async parseEvent({ body, header }, now) {
      if (!isSignedEvent(body, { header: header('stripe-signature'), secret: webhookSecret, now })) return undefined;
      const told = event.safeParse(parsedJson(body.toString()));
      if (!told.success) return undefined;
      const { object } = told.data.data;
      const intent = typeof object.payment_intent === 'string' ? object.payment_intent : object.id;
      const named = object.metadata?.['payment'] ?? object.client_reference_id ?? null;
      return [{ id: named ?? (await paymentOfIntent(api, intent)), reference: intent }];
    },
  };
}

/** A chargeback does not say which payment of ours it is about; what was paid does. */
async function paymentOfIntent(api: StripeApi, intentId: string | null): Promise<string | null> {
  if (intentId?.startsWith('pi_') !== true) return null;
  try {
    return (await api.read(intentId)).metadata['payment'] ?? null;
  } catch (error) {
    if (error instanceof StripeRefusal) return null; // of another account, or gone
    throw error;
  }
}

type Found = { reference: string; session: CheckoutSession | null; intent: StripeIntent | null };

function fromSession(session: CheckoutSession): Found {
  const intent = typeof session.payment_intent === 'object' ? (session.payment_intent ?? null) : null;
  return { reference: session.id, session, intent };
}

async function answered(work: () => Promise<unknown>): Promise<Answer> {
  try {
    await work();
    return { result: 'done' };
  } catch (error) {
    if (error instanceof StripeRefusal) return { result: 'refused', why: error.code ?? error.message };
    throw error;
  }
}

function intentForm({ id, amount, currency, returnUrl }: Intent, instrument: string): Record<string, string> {
  return {
    amount: String(amount),
    currency: currency.toLowerCase(),
    payment_method: instrument,
    capture_method: 'manual',
    confirm: 'true',
    'payment_method_types[]': 'card',
    'metadata[payment]': id,
    'metadata[operation]': id,
    ...(returnUrl !== null && { return_url: returnUrl }),
  };
}

function sessionForm({ id, amount, currency, description, returnUrl }: Intent): Record<string, string> {
  const line = 'line_items[0]';
  return {
    mode: 'payment',
    client_reference_id: id,
    'payment_method_types[]': 'card',
    'payment_intent_data[capture_method]': 'manual',
    'payment_intent_data[metadata][payment]': id,
    'metadata[payment]': id,
    [`${line}[quantity]`]: '1',
    [`${line}[price_data][currency]`]: currency.toLowerCase(),
    [`${line}[price_data][unit_amount]`]: String(amount),
    [`${line}[price_data][product_data][name]`]: description,
    ...(returnUrl !== null && { success_url: returnUrl, cancel_url: returnUrl }),
  };
}

const absent: Reading = {
  status: 'absent',
  reference: null,
  authorized: 0n,
  movements: [],
  refunds: [],
  action: null,
  holdUntil: null,
  why: null,
};

async function disputesOf(api: StripeApi, intent: StripeIntent | null): Promise<StripeDispute[]> {
  const disputes: StripeDispute[] = [];
  const charge = intent?.latest_charge;
  if (typeof charge === 'object' && charge?.disputed === true)
    for await (const each of api.disputes(intent?.id ?? '')) disputes.push(each);
  return disputes;
}

async function refundsOf(api: StripeApi, intent: StripeIntent | null): Promise<StripeRefund[]> {
  const refunds: StripeRefund[] = [];
  if (intent?.status === 'succeeded') for await (const each of api.refunds(intent.id)) refunds.push(each);
  return refunds;
}

type Back = { refunds: readonly StripeRefund[]; disputes: readonly StripeDispute[] };

function readingOf({ reference, session, intent }: Found, { refunds, disputes }: Back): Reading {
  const status = statusOf(session, intent);
  const page = session?.url ?? intent?.next_action?.redirect_to_url?.url;
  const held = status === 'held' ? intent?.amount_capturable : intent?.amount;
  return {
    ...absent,
    status,
    reference,
    authorized: status === 'held' || status === 'taken' ? BigInt(held ?? 0) : 0n,
    movements: intent === null ? [] : movementsOf(intent, { refunds, disputes }),
    refunds: refunds.map(({ metadata, status: state, failure_reason: why }) => ({
      operationId: metadata['operation'] ?? '',
      status: refundStatus(state),
      why: why ?? null,
    })),
    action: status === 'open' && page !== null && page !== undefined ? { kind: 'redirect', url: page } : null,
    holdUntil: intent?.capture_before ? new Date(intent.capture_before * 1_000) : null,
    why: status === 'failed' ? 'declined' : null,
  };
}

function statusOf(session: CheckoutSession | null, intent: StripeIntent | null): Reading['status'] {
  if (session?.status === 'expired') return 'expired';
  switch (intent?.status) {
    case undefined:
    case 'requires_action':
    case 'requires_confirmation':
    case 'processing':
      return 'open';
    case 'requires_payment_method':
      return session?.status === 'open' ? 'open' : 'failed';
    case 'requires_capture':
      return 'held';
    case 'succeeded':
      return 'taken';
    case 'canceled':
      return 'canceled';
  }
}

function refundStatus(status: string | null | undefined): 'pending' | 'done' | 'refused' {
  if (status === 'succeeded') return 'done';
  return status === 'failed' || status === 'canceled' ? 'refused' : 'pending';
}

function movementsOf(
  { status, amount_received: received, latest_charge: charge }: StripeIntent,
  { refunds, disputes }: Back,
): Movement[] {
  if (status !== 'succeeded' || received <= 0 || typeof charge !== 'object' || charge === null) return [];
  const booked = typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null;
  const at = new Date((booked?.created ?? charge.created) * 1_000);
  const paid: Movement = { id: charge.id, kind: 'in', amount: BigInt(received), at, operationId: null, of: null };
  const fee: Movement[] =
    booked === null || booked.fee <= 0
      ? []
      : [{ id: `${charge.id}:fee`, kind: 'fee', amount: BigInt(booked.fee), at, operationId: null, of: null }];
  const back = refunds
    .filter((each) => refundStatus(each.status) === 'done')
    .map(
      ({ id, amount, created, metadata }): Movement => ({
        id,
        kind: 'refund',
        amount: BigInt(amount),
        at: new Date(created * 1_000),
        operationId: metadata['operation'] ?? null,
        of: charge.id,
      }),
    );
  const disputed = disputes
    .flatMap((each) => each.balance_transactions)
    .flatMap((each) =>
      disputeMovements(each).map((moved): Movement => ({ ...moved, operationId: null, of: charge.id })),
    );
  return [paid, ...fee, ...back, ...disputed];
}

type Booked = { id: string; amount: number; fee: number; created: number };

/** A chargeback takes the money, and a fee of its own; where it is won the money comes again. */
function disputeMovements({ id, amount, fee, created }: Booked): Pick<Movement, 'id' | 'kind' | 'amount' | 'at'>[] {
  const at = new Date(created * 1_000);
  const moved =
    amount === 0
      ? []
      : [{ id, kind: amount < 0 ? ('claw-back' as const) : ('in' as const), amount: BigInt(Math.abs(amount)), at }];
  return fee > 0 ? [...moved, { id: `${id}:fee`, kind: 'fee', amount: BigInt(fee), at }] : moved;
}

function linesOf({ id, type, amount, fee, currency, created, source }: BalanceLine): StatementLine[] {
  if (typeof source !== 'object' || source === null) return [];
  const about = {
    at: new Date(created * 1_000),
    currency: currency.toUpperCase(),
    of: null,
    paymentId: source.metadata['payment'] ?? null,
    reference: source.payment_intent ?? null,
    operationId: source.metadata['operation'] ?? null,
  };
  if (type === 'charge' || type === 'payment') {
    const paid: StatementLine = { ...about, id: source.id, kind: 'in', amount: BigInt(amount) };
    return fee > 0 ? [paid, { ...about, id: `${source.id}:fee`, kind: 'fee', amount: BigInt(fee) }] : [paid];
  }
  if (type === 'refund' || type === 'payment_refund')
    return [{ ...about, id: source.id, kind: 'refund', amount: BigInt(-amount) }];
  if (type !== 'adjustment') return [];
  return disputeMovements({ id, amount, fee, created }).map((moved) => ({ ...about, ...moved }));
}
