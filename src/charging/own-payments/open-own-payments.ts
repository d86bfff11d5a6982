import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { minorOf, minorText } from '#base/currency.ts';
import { SigecError } from '#base/errors.ts';
import { type Duty, every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { isOvertaken, type Ledger } from '#ledger/ledger-types.ts';
import type { Money } from '#money/open-money.ts';
import type { Payment, PaymentState } from '#money/payments/payment.ts';
import type { Authorization } from '../authorization/open-authorization.ts';
import { partyOfInvoice } from '../invoices/invoice.ts';
import type { Invoices } from '../invoices/open-invoices.ts';
import { readCreditCurrency, readTopUpsToLoad, topUpLoaded } from './top-up-store.ts';

type Needs = Duty & {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  money: Pick<Money, 'payments'>;
  invoices: Pick<Invoices, 'get'>;
  authorization: Pick<Authorization, 'get'>;
  everyMs?: number;
};

export type OwnPayments = ReturnType<typeof openOwnPayments>;

/** People take their time to pay an invoice. */
const expiresInSeconds = 7 * 86_400;
const waiting: readonly PaymentState[] = ['created', 'pending'];
const paid: readonly PaymentState[] = ['held', 'paid', 'captured'];

/** Payments at a provider of drivers with an account: of an invoice, and onto a prepaid card. What was paid is settled by itself. */
export function openOwnPayments(needs: Needs) {
  const { money, invoices, authorization, pool, ledger, clock, log, isKeeper } = needs;
  const { payments } = money;

  /** The one that still waits for its payer, so that asking twice is no second payment. */
  async function begun(wanted: { subject: string; provider: string; consent: bigint }): Promise<Payment | undefined> {
    const found = await payments.list({ subject: wanted.subject, states: waiting, limit: 20 });
    return found.find(({ provider, consent }) => provider === wanted.provider && consent === wanted.consent);
  }

  async function settleOne(payment: Payment): Promise<void> {
    const { id, purpose, subject, consent } = payment;
    if (purpose === 'top-up') {
      const cites = { kind: 'payment', id } as const;
      await payments.settle(id, { amount: consent, receivable: `top-up:${id}`, cites });
      return;
    }
    const invoice = await invoices.get(subject);
    // Somebody may have paid in two ways: what others will pay is not taken a second time.
    const others = (await payments.list({ subject, limit: 100 }))
      .filter((each) => each.id !== id && each.target !== null)
      .reduce((sum, { target, allocated, state }) => sum + (isOver(state) ? 0n : (target ?? 0n) - allocated), 0n);
    const open = invoice.open - others;
    const amount = open < 0n ? 0n : open < consent ? open : consent;
    await payments.settle(id, {
      amount,
      receivable: partyOfInvoice({ id: subject }),
      cites: { kind: 'invoice', id: subject },
    });
  }

  async function run(): Promise<void> {
    for (const purpose of ['invoice', 'top-up'] as const)
      for (const payment of await payments.list({ purpose, states: paid, limit: 100 }))
        if (payment.target === null) await settleOne(payment);
    for (const load of await readTopUpsToLoad(pool))
      await ledger.commit(topUpLoaded(load, clock.now())).catch((error: unknown) => {
        if (!isOvertaken(error)) throw error; // somebody else was faster
      });
  }

  const settling = every({
    task: 'settle what drivers with an account paid',
    everyMs: needs.everyMs ?? 5_000,
    log,
    only: isKeeper,
    run,
  });

  return {
    async payInvoice(id: string, { provider }: { provider: string }): Promise<Payment> {
      const invoice = await invoices.get(id);
      const { open: consent, currency, kind } = invoice;
      if (kind !== 'invoice' || consent <= 0n)
        throw new SigecError('CONFLICT', 'Nothing of this invoice is open: there is nothing to pay.');
      const wanted = { subject: invoice.id, provider, consent };
      const known = await begun(wanted);
      if (known !== undefined) return known;
      const key = `invoice:${id}:${randomUUID()}`;
      const description = `${invoice.series}-${invoice.number}`;
      return payments.begin({ ...wanted, key, purpose: 'invoice', currency, description, expiresInSeconds });
    },
    async topUp(tokenId: string, given: { provider: string; amount: string; currency: string }): Promise<Payment> {
      const { label, credit } = await authorization.get(tokenId);
      if (credit === null)
        throw new SigecError('CONFLICT', 'The token is not prepaid: give it a credit first, of 0 for example.');
      const { provider, currency } = given;
      const known = await readCreditCurrency(pool, tokenId);
      if (known !== undefined && known !== currency)
        throw new SigecError('INVALID_INPUT', `The credit of this token is in ${known}: give an amount in ${known}.`, {
          details: { field: 'currency' },
        });
      const consent = minorOf(given.amount, currency);
      if (consent === undefined || consent <= 0n)
        throw new SigecError('INVALID_INPUT', `Give an amount above zero, in whole minor units of ${currency}.`, {
          details: { field: 'amount' },
        });
      const wanted = { subject: tokenId, provider, consent };
      const open = await begun(wanted);
      if (open !== undefined) return open;
      const description = `${label} ${minorText(consent, currency)} ${currency}`;
      const key = `top-up:${tokenId}:${randomUUID()}`;
      return payments.begin({ ...wanted, key, purpose: 'top-up', currency, description, expiresInSeconds });
    },
    run,
    close: () => settling.close(),
  };
}

function isOver(state: PaymentState): boolean {
  return ['settled', 'failed', 'expired', 'canceled', 'disputed'].includes(state);
}
