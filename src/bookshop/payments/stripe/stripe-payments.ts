import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { type Intent, StripeRefusal, stripeApi } from '#money/providers/stripe/stripe-api.ts';
import type { Payment, PaymentHandler } from '../payment-handler.ts';
import { beginPayment, notePayment, type PaymentRecord, readPayment, readUncaptured } from './payment-store.ts';

type Given = { pool: Pool; clock: Clock; log: Log; key: string; url: string; currency: string; name?: string };

/** Their idempotency keys are kept for a day: what is older is looked up and never asked for again. */
const keyLastsMs = 23 * 3_600_000;

/**
 * Cards by Stripe: an amount is held before the order is written (PaymentIntent, manual capture) and taken once it stands. What is asked
 * is written down first, so whoever takes up an attempt that broke off finds what became of it instead of asking twice.
 */
export function stripePayments(given: Given): PaymentHandler {
  const { pool, clock, log, key, currency, name = 'org.sigecve.card_payment' } = given;
  const api = stripeApi(given);

  const note = (record: PaymentRecord, state: PaymentRecord['state'], intent?: Intent) =>
    notePayment(pool, record, {
      state,
      reference: intent?.id ?? null,
      now: clock.now(),
      challengeUrl: intent?.next_action?.redirect_to_url?.url ?? null,
    });

  /** As the provider knows it by now; undefined: the request never reached it. */
  async function intentOf({ reference, operation, askedAt }: PaymentRecord): Promise<Intent | undefined> {
    return reference === null ? api.find(operation, askedAt) : api.read(reference);
  }

  async function hold(record: PaymentRecord, token: string, returnUrl: string | undefined): Promise<Payment> {
    const form = {
      amount: String(record.cents),
      currency: record.currency.toLowerCase(),
      payment_method: token,
      capture_method: 'manual',
      confirm: 'true',
      'payment_method_types[]': 'card',
      'metadata[checkout]': record.checkoutId,
      'metadata[operation]': record.operation,
      ...(returnUrl !== undefined && { return_url: returnUrl }),
    };
    try {
      return await outcomeOf(record, await api.create(form, record.operation));
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error; // nobody knows what became of it
      await note(record, 'refused', error.intent);
      if (error.isCardError) return { status: 'refused', why: 'declined' };
      if (error.status === 400) return { status: 'refused', why: 'unknown-token' };
      throw error; // our key or our way of asking is wrong: nobody else can mend that
    }
  }

  async function outcomeOf(record: PaymentRecord, intent: Intent): Promise<Payment> {
    const reference = intent.id;
    switch (intent.status) {
      case 'requires_capture':
      case 'succeeded':
        if (intent.amount !== record.cents) throw new Error('Another amount is held than was asked for.');
        await note(record, intent.status === 'succeeded' ? 'captured' : 'held', intent);
        return { status: 'paid', reference };
      case 'requires_action':
        await note(record, 'challenge', intent);
        return { status: 'challenge', reference };
      case 'requires_confirmation':
        return outcomeOf(record, await api.confirm(reference, `${record.operation}-confirm`));
      case 'processing':
        await note(record, 'asking', intent);
        throw new Error('The payment is still being processed.');
      case 'requires_payment_method':
      case 'canceled':
        await note(record, 'refused', intent);
        return { status: 'refused', why: 'declined' };
    }
  }

  /** What is held is let go, what was taken is paid back; what never arrived is forgotten. */
  async function release(record: PaymentRecord): Promise<void> {
    const intent = await intentOf(record);
    if (intent?.status === 'processing') throw new Error('The payment is still being processed.');
    if (intent?.status === 'succeeded') await api.refund(intent.id, `${record.operation}-refund`);
    else if (intent !== undefined && intent.status !== 'canceled')
      await api.cancel(intent.id, `${record.operation}-cancel`);
    await note(record, 'released', intent);
  }

  async function capture(checkoutId: string): Promise<void> {
    const record = await readPayment(pool, checkoutId);
    if (record === undefined || (record.state !== 'held' && record.state !== 'asking')) return;
    const intent = await intentOf(record);
    if (intent?.status === 'requires_capture')
      return note(record, 'captured', await api.capture(intent.id, `${record.operation}-capture`));
    if (intent?.status === 'succeeded') return note(record, 'captured', intent);
    log.error({ checkout: checkoutId, status: intent?.status ?? 'unknown' }, 'the money of an order is held no more');
    await note(record, 'refused', intent);
  }

  return {
    id: 'card_payment_handler',
    name,
    instruments: ['card'],
    isTrial: key.startsWith('sk_test_') || key.startsWith('rk_test_'),
    async pay({ checkoutId, cents, token, returnUrl }) {
      const tokenHash = createHash('sha256').update(token).digest();
      const before = await readPayment(pool, checkoutId);
      const isOpen = before !== undefined && !['refused', 'released'].includes(before.state);
      const isSame = isOpen && before.cents === cents && before.tokenHash.equals(tokenHash);
      if (isSame) {
        const intent = await intentOf(before);
        if (intent !== undefined) return outcomeOf(before, intent);
        // It never arrived, or has not yet: under the same name it arrives once.
        if (clock.now().getTime() - before.askedAt.getTime() < keyLastsMs) return hold(before, token, returnUrl);
      }
      if (isOpen) await release(before);
      const record = { checkoutId, operation: randomUUID(), cents, currency, tokenHash, askedAt: clock.now() };
      await beginPayment(pool, record);
      return hold({ ...record, state: 'asking', reference: null, challengeUrl: null }, token, returnUrl);
    },
    async answerChallenge({ checkoutId, cents, reference }) {
      const record = await readPayment(pool, checkoutId);
      if (record === undefined || record.reference !== reference || record.cents !== cents)
        return { status: 'refused', why: 'unknown-token' };
      return outcomeOf(record, await api.read(reference));
    },
    async giveBack(checkoutId) {
      const record = await readPayment(pool, checkoutId);
      if (record !== undefined && ['asking', 'held', 'captured'].includes(record.state)) await release(record);
    },
    capture,
    async settle() {
      for (const id of await readUncaptured(pool))
        await capture(id).catch((error: unknown) =>
          log.warn({ checkout: id, reason: asError(error).message }, 'the money of an order cannot be taken now'),
        );
    },
    challengeUrl: async (checkoutId) => (await readPayment(pool, checkoutId))?.challengeUrl ?? null,
  };
}
