import { SigecError } from '#base/errors.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import type { Payment, PaymentOperation, PaymentPurpose } from './payment.ts';

export type NewPayment = {
  /** Begun again under the same key it is the same payment. */
  key: string;
  purpose: PaymentPurpose;
  /** What is paid: a session, an order, an invoice. */
  subject: string;
  /** The name of a provider that is set up. */
  provider: string;
  payer?: string | null;
  currency: string;
  /** What the payer agreed to, in whole minor units: no more is ever kept. */
  consent: bigint;
  description: string;
  returnUrl?: string | null;
  /** A token of the provider for the means of payment. */
  instrument?: string | null;
  /** How long the payer has. */
  expiresInSeconds?: number;
};

const defaultExpirySeconds = 600;

/** As it is written down before anybody is asked. */
export function newPayment(wanted: NewPayment, method: string, now: Date): Payment {
  const { key, purpose, subject, currency, consent, description } = wanted;
  return {
    id: uuidv7(now),
    key,
    purpose,
    subject,
    currency,
    consent,
    description,
    provider: wanted.provider,
    method,
    payer: wanted.payer ?? null,
    returnUrl: wanted.returnUrl ?? null,
    instrument: wanted.instrument ?? null,
    state: 'created',
    status: 'absent',
    version: 1,
    reference: null,
    action: null,
    authorized: 0n,
    received: 0n,
    refunded: 0n,
    refundOwed: 0n,
    clawedBack: 0n,
    allocated: 0n,
    fees: 0n,
    target: null,
    receivable: null,
    citesKind: null,
    citesId: null,
    trouble: null,
    holdUntil: null,
    expiresAt: new Date(now.getTime() + (wanted.expiresInSeconds ?? defaultExpirySeconds) * 1_000),
    nextLookAt: now,
    attempts: 0,
    createdAt: now,
    changedAt: now,
    settledAt: null,
  };
}

/** What the provider is asked first. */
export function firstOperation({ id: paymentId, consent }: Payment, now: Date): PaymentOperation {
  return {
    id: uuidv7(now),
    paymentId,
    kind: 'begin',
    amount: consent,
    movementId: null,
    state: 'asked',
    why: null,
    askedAt: now,
    endedAt: null,
  };
}

/** Whether a provider is set up that takes such a payment; what it cannot take is refused by name. */
export function mustBePossible(
  { provider: name, currency, consent, key }: NewPayment,
  provider: PaymentProvider | undefined,
): void {
  const refuse = (message: string, details: Record<string, unknown>) => {
    throw new SigecError('INVALID_INPUT', message, { details });
  };
  if (provider === undefined)
    return refuse(`No payment provider ${name} is set up: see PAYMENT_PROVIDER.`, { field: 'provider' });
  const { currencies } = provider.capabilities;
  if (currencies !== 'all' && !currencies.includes(currency))
    refuse(`${name} takes ${currencies.join(', ')}, not ${currency}.`, { field: 'currency' });
  if (consent <= 0n) refuse('A payment needs an amount above zero.', { field: 'amount' });
  if (key.length === 0 || key.length > 200)
    refuse('A payment needs a key of at most 200 characters.', { field: 'key' });
}
