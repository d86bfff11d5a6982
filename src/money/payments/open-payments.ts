import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { minorText } from '#base/currency.ts';
import { asError, SigecError } from '#base/errors.ts';
import { every, willRetry } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { isUuid } from '#base/uuid.ts';
import { type Entry, isOvertaken, type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { Citation } from '../ledger/accounts.ts';
import { postMoney } from '../ledger/post-money.ts';
import type { Movement, PaymentProvider, RawEvent } from '../providers/payment-provider.ts';
import { type PaymentBook, withAmounts } from './absorb-reading.ts';
import { bookPayment } from './book-payment.ts';
import { drivePayment } from './drive-payment.ts';
import { findHeard } from './find-heard.ts';
import { itemEvents } from './item-events.ts';
import { firstOperation, mustBePossible, type NewPayment, newPayment } from './new-payment.ts';
import { itemsOf, paymentItems } from './open-items.ts';
import type { Payment, PaymentOperation } from './payment.ts';
import { paymentEvent } from './payment-event.ts';
import {
  moneyOperations,
  moneyPayments,
  type PaymentQuery,
  readBook,
  readDuePayments,
  readMovements,
  readOperations,
  readPaymentBy,
  readPayments,
  wakePayments,
} from './payment-store.ts';

export type PaymentsNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  providers: readonly PaymentProvider[];
  /** How often what is due is looked for; 0: only when somebody asks. */
  everyMs?: number;
  /** Whether this node looks; absent: there is only this one. */
  isKeeper?: (() => boolean) | undefined;
};

export type Settlement = {
  /** What is to be kept in the end, in whole minor units; the rest goes back, or is never taken. */
  amount: bigint;
  /** Whose debt is paid with it: `session:<id>`, `driver:<id>`, `order:<id>`. */
  receivable: string;
  cites: Citation;
};

export type Payments = ReturnType<typeof openPayments>;

const dueAtOnce = 50;
const atOnce = 4;

/** Payments for everybody who takes money: a station's page, the bookshop, invoices. */
export function openPayments(needs: PaymentsNeeds) {
  const { pool, ledger, clock, log, providers } = needs;
  const byName = new Map(providers.map((provider) => [provider.name, provider]));
  const listeners = new Set<(payment: Payment) => void>();
  const driveNeeds = {
    pool,
    ledger,
    clock,
    log,
    provider: (name: string) => byName.get(name),
    changed(payment: Payment) {
      for (const listen of listeners)
        try {
          listen(payment);
        } catch (error) {
          log.error({ payment: payment.id, err: asError(error) }, 'somebody could not hear of a payment');
        }
    },
  };
  let isEnding = false;
  let visits: Promise<unknown> = Promise.resolve();
  const sweeping =
    needs.everyMs === 0
      ? null
      : every({ task: 'see to payments', everyMs: needs.everyMs ?? 1_000, log, only: needs.isKeeper, run: sweep });

  async function drive(id: string, options: { isNew?: boolean } = {}): Promise<void> {
    if (isEnding) return;
    const visit = drivePayment(driveNeeds, id, options).catch((error: unknown) => {
      if (!isOvertaken(error)) willRetry(log, 'see to a payment', error); // its turn comes again
    });
    visits = Promise.allSettled([visits, visit]);
    await visit;
  }

  /** Visits what is due. */
  async function sweep(): Promise<number> {
    const due = await readDuePayments(pool, { now: clock.now(), limit: dueAtOnce });
    for (let from = 0; from < due.length; from += atOnce)
      await Promise.all(due.slice(from, from + atOnce).map((id) => drive(id)));
    return due.length;
  }

  async function get(id: string): Promise<Payment> {
    const payment = isUuid(id) ? await readPaymentBy(pool, 'id', id) : undefined;
    if (payment === undefined) throw new SigecError('NOT_FOUND', `There is no payment ${id}.`);
    return payment;
  }

  /** Changes what is wanted of a payment; whoever wrote it meanwhile is taken into account. */
  async function decide(
    id: string,
    change: (book: PaymentBook) => Payment,
    audit: NonNullable<Entry['audit']> = [],
  ): Promise<Payment> {
    await get(id);
    for (let attempt = 1; ; attempt += 1) {
      const before = await readBook(pool, id);
      if (before === undefined) throw new SigecError('NOT_FOUND', `There is no payment ${id}.`);
      const now = clock.now();
      const wanted = withAmounts({ ...before, payment: change(before) });
      const payment = { ...wanted, version: before.payment.version + 1, nextLookAt: now, attempts: 0, changedAt: now };
      const items = itemsOf({ ...before, payment }, now);
      try {
        await ledger.commit({
          events: [paymentEvent(before.payment, payment, now), ...(await itemEvents(pool, items, now))],
          writes: [
            write(moneyPayments, payment),
            ...postMoney(bookPayment(before.payment, payment, { news: [], at: now })),
            write(paymentItems, { paymentId: id, items, at: now }),
          ],
          audit,
        });
        driveNeeds.changed(payment);
        await drive(id);
        return await get(id);
      } catch (error) {
        if (!isOvertaken(error) || attempt === 5) throw error;
      }
    }
  }

  return {
    /** What payers can choose among. */
    providers: () => providers.map(({ name, method, capabilities }) => ({ name, method, capabilities })),
    provider: (name: string) => byName.get(name),

    /** Writes down what is asked, then asks. What the payer has to do is in `action` once the provider has answered. */
    async begin(wanted: NewPayment): Promise<Payment> {
      const known = await readPaymentBy(pool, 'key', wanted.key);
      if (known !== undefined) return known;
      const provider = byName.get(wanted.provider);
      mustBePossible(wanted, provider);
      const now = clock.now();
      const payment = newPayment(wanted, provider?.method ?? '', now);
      const operation = firstOperation(payment, now);
      try {
        await ledger.commit({
          events: [paymentEvent(null, payment, now)],
          writes: [write(moneyPayments, payment), write(moneyOperations, operation)],
        });
      } catch (error) {
        const other = isOvertaken(error) ? await readPaymentBy(pool, 'key', wanted.key) : undefined;
        if (other === undefined) throw error;
        return other;
      }
      await drive(payment.id, { isNew: true });
      return get(payment.id);
    },

    get,
    byKey: (key: string) => readPaymentBy(pool, 'key', key),
    list: (query: PaymentQuery): Promise<Payment[]> => readPayments(pool, query),
    async history(id: string): Promise<{ operations: PaymentOperation[]; movements: Movement[] }> {
      const [operations, movements] = await Promise.all([readOperations(pool, id), readMovements(pool, id)]);
      return { operations, movements };
    },
    /** Reads it at the provider now. */
    async look(id: string): Promise<Payment> {
      await get(id);
      await drive(id);
      return get(id);
    },

    /**
     * What is to be kept in the end: a hold is captured for it, what was paid beyond it goes back. It may be said again, with another
     * amount: money that was kept goes back; money that went back does not return, and is an open item.
     */
    settle: (id: string, { amount, receivable, cites }: Settlement): Promise<Payment> =>
      decide(id, ({ payment }) => {
        if (amount < 0n) throw new SigecError('INVALID_INPUT', 'What is kept of a payment cannot be below zero.');
        return { ...payment, target: amount, receivable, citesKind: cites.kind, citesId: cites.id };
      }),
    /** Nothing is kept: a hold is let go, and what was paid goes back whole. */
    cancel: (id: string, why = 'canceled'): Promise<Payment> =>
      decide(id, ({ payment }) => ({ ...payment, target: 0n, trouble: payment.trouble ?? why })),
    /** A person gives a part back. What pays a debt is less by that much, so whoever calls this has lowered the debt. */
    refund: (
      id: string,
      { amount, reason, actor }: { amount: bigint; reason: string; actor: Actor },
    ): Promise<Payment> =>
      decide(
        id,
        ({ payment }) => {
          const { received, refundOwed, clawedBack, currency } = payment;
          const left = received - refundOwed - clawedBack;
          if (amount <= 0n || amount > left)
            throw new SigecError(
              'CONFLICT',
              `No more than ${minorText(left, currency)} ${currency} can be given back.`,
            );
          return { ...payment, target: left - amount };
        },
        [
          {
            principal: actorName(actor),
            door: actor.door,
            action: 'payment-refund',
            subject: id,
            outcome: 'done',
            details: { amount: String(amount), reason },
          },
        ],
      ),
    /** The payer has agreed to more. What is held grows only where the provider can do that. */
    raise: (id: string, consent: bigint): Promise<Payment> =>
      decide(id, ({ payment }) => {
        if (payment.target !== null)
          throw new SigecError('CONFLICT', 'The payment is being settled: its limit cannot be raised any more.');
        const allowed = byName.get(payment.provider)?.capabilities;
        if (allowed?.increase !== true || payment.status !== 'held')
          throw new SigecError(
            'CONFLICT',
            `A payment by ${payment.method} in this state cannot be raised: begin another.`,
          );
        if (consent <= payment.consent)
          throw new SigecError('INVALID_INPUT', `Give more than ${minorText(payment.consent, payment.currency)}.`);
        return { ...payment, consent };
      }),

    /** Called after the commit of every change, in this process. Whoever must not miss one looks for it by `list` as well. */
    onChange(listen: (payment: Payment) => void): () => void {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },

    /**
     * An event of a provider: it only says which payments to read. Undefined: it is not from the provider. Answered once that is written
     * down, so that the provider repeats what we have not stored.
     */
    async hear(name: string, event: RawEvent): Promise<{ payments: number } | undefined> {
      const heard = await byName.get(name)?.parseEvent(event, clock.now());
      if (heard === undefined) return undefined;
      const known = await findHeard(pool, name, heard);
      await wakePayments(pool, known, clock.now());
      if (sweeping !== null) void sweeping.now();
      return { payments: known.length };
    },
    wake: async (ids: readonly string[]) => wakePayments(pool, ids, clock.now()),
    sweep,
    drive,
    async close(): Promise<void> {
      isEnding = true;
      await sweeping?.close();
      await visits;
      for (const provider of providers) await provider.close?.();
    },
  };
}
