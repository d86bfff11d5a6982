import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { minorOf } from '#base/currency.ts';
import { SigecError } from '#base/errors.ts';
import { type Duty, every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import { isUuid } from '#base/uuid.ts';
import { momentAt } from '#base/wall-clock.ts';
import { oneAtATime } from '#database/one-at-a-time.ts';
import { isOvertaken, type Ledger, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { postMoney } from '#money/ledger/post-money.ts';
import { type Actor, actorName, system } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import { amountOf } from '../decimal.ts';
import { hasToBlock, nextReminder } from './dunning.ts';
import { type FiscalService, registerDue } from './fiscal-service.ts';
import { type Invoice, invoiceName, partyOfInvoice } from './invoice.ts';
import { invoiceEvent } from './invoice-event.ts';
import {
  type InvoicePayment,
  type InvoiceQuery,
  invoicePayments,
  readCredited,
  readInvoicePayments,
  readInvoices,
  readLines,
  readOverdue,
  readOwed,
  readRounds,
  readUninvoiced,
  readUninvoicedLines,
  remindedInvoices,
} from './invoice-store.ts';
import { issueOne, unitsPerMinor } from './issue-invoice.ts';

export type InvoiceRules = {
  /** How many days somebody has to pay. */
  days: number;
  /** After how many days a driver who does not pay may charge no more; 0: that is for people to decide. */
  blockDays: number;
  /** Whether invoices of a month are made by themselves once it is over. */
  isMonthly: boolean;
};

export type InvoiceNeeds = Duty & {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  timeZone: string;
  rules: InvoiceRules;
  fiscal: FiscalService | null;
  drivers: { change(driverId: string, change: { isBlocked: boolean }, actor: Actor): Promise<unknown> };
  everyMs?: number;
};

export type InvoiceState = 'open' | 'overdue' | 'paid' | 'credited' | 'credit';
export type ShownInvoice = Invoice & { state: InvoiceState; open: bigint; creditedBy: string | null };

export type Invoices = ReturnType<typeof openInvoices>;

/** Invoices of drivers with an account: sums of bills, numbered without a gap, never changed. */
export function openInvoices(needs: InvoiceNeeds) {
  const { pool, clock, log, timeZone, rules } = needs;

  async function get(id: string): Promise<ShownInvoice> {
    const [invoice] = isUuid(id) ? await list({ id, limit: 1 }) : [];
    if (invoice === undefined) throw new SigecError('NOT_FOUND', `There is no invoice ${id}.`);
    return invoice;
  }

  async function list(query: InvoiceQuery): Promise<ShownInvoice[]> {
    const found = await readInvoices(pool, query);
    const credited = await readCredited(
      pool,
      found.map(({ id }) => id),
    );
    const shown: ShownInvoice[] = [];
    for (const [currency, group] of Map.groupBy(found, (each) => each.currency)) {
      const owed = await readOwed(pool, { parties: group.map(partyOfInvoice), currency });
      for (const invoice of group) {
        const open = owed.get(partyOfInvoice(invoice)) ?? 0n;
        const creditedBy = credited.get(invoice.id) ?? null;
        shown.push({ ...invoice, open, creditedBy, state: stateOf({ ...invoice, open, creditedBy }, clock.now()) });
      }
    }
    const places = new Map(found.map(({ id }, place) => [id, place]));
    return shown.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
  }

  /** What of drivers stands on no invoice yet, up to a moment; of nobody who has nothing. */
  async function issue({ until, driverId }: { until: Date; driverId?: string | undefined }, actor: Actor) {
    if (until > clock.now())
      throw new SigecError(
        'INVALID_INPUT',
        'What is charged until then is still being booked: give a moment that is over.',
        {
          details: { field: 'until' },
        },
      );
    const made: Invoice[] = [];
    await inTurn(pool, async () => {
      for (const due of await readUninvoiced(pool, until)) {
        if (driverId !== undefined && due.driverId !== driverId) continue;
        for (;;) {
          const lines = await readUninvoicedLines(pool, { ...due, until });
          if (lines.length === 0) break;
          made.push(await issueOne(needs, { ...due, until, lines, correctsId: null }, actor));
        }
      }
    });
    return Promise.all(made.map(({ id }) => get(id)));
  }

  /** The month of the clocks of the installation, such as 2026-10; once it is over. */
  async function issueMonth(month: string, { driverId }: { driverId?: string | undefined }, actor: Actor) {
    return issue({ until: endOfMonth(month, timeZone), driverId }, actor);
  }

  async function remind(): Promise<number> {
    const now = clock.now();
    let reminded = 0;
    for (const invoice of await readOverdue(pool, now)) {
      const reminder = nextReminder(invoice, now);
      if (reminder !== undefined) {
        await needs.ledger.commit({
          events: [
            invoiceEvent('invoice-reminded', invoice, {
              at: now,
              key: `invoice-reminded:${invoice.id}:${reminder}`,
              more: { reminder },
            }),
          ],
          writes: [write(remindedInvoices, { id: invoice.id, reminders: reminder, remindedAt: now })],
        });
        reminded += 1;
      }
      if (invoice.blockedAt === null && hasToBlock(invoice, rules.blockDays, now)) {
        await needs.drivers.change(invoice.driverId, { isBlocked: true }, system);
        await needs.ledger.commit({ writes: [write(remindedInvoices, { id: invoice.id, blockedAt: now })] });
      }
    }
    return reminded;
  }

  async function lookAfter(): Promise<void> {
    if (rules.isMonthly) {
      const until = endOfMonth(monthBefore(clock.now(), timeZone), timeZone);
      if ((await readUninvoiced(pool, until)).length > 0) await issue({ until }, system);
    }
    await remind();
    if (needs.fiscal !== null)
      await registerDue({ ...needs, fiscal: needs.fiscal, get, linesOf: (id) => readLines(pool, id) });
  }

  const upkeep =
    needs.everyMs === 0
      ? null
      : every({
          task: 'see to invoices',
          everyMs: needs.everyMs ?? 60_000,
          log,
          only: needs.isKeeper,
          run: lookAfter,
        });
  return {
    /** Whose clocks months go by. */
    timeZone,
    get,
    list,
    lines: (id: string) => readLines(pool, id),
    payments: (id: string) => readInvoicePayments(pool, id),
    issue,
    issueMonth,
    remind,
    lookAfter,
    /** Takes an invoice back as a whole. What stood on it can stand on another one. */
    async credit(id: string, actor: Actor): Promise<ShownInvoice> {
      let credit: Invoice | undefined;
      await inTurn(pool, async () => {
        const invoice = await get(id);
        if (invoice.kind !== 'invoice' || invoice.creditedBy !== null)
          throw new SigecError('CONFLICT', `${invoiceName(invoice)} is no invoice that can be taken back.`);
        if (invoice.open * unitsPerMinor(invoice) !== invoice.due)
          throw new SigecError(
            'CONFLICT',
            `${invoiceName(invoice)} was paid: correct the bills instead; the next invoice gives the difference back.`,
          );
        const lines = await readLines(pool, id);
        const rounds = await readRounds(
          pool,
          lines.map(({ entryId }) => entryId),
        );
        const { driverId, currency, until } = invoice;
        const negated = lines.map((line) => ({
          ...line,
          amount: -line.amount,
          tax: -line.tax,
          round: rounds.get(line.entryId) ?? 0,
        }));
        credit = await issueOne(
          needs,
          { driverId, currency, until, lines: negated, correctsId: id, taken: invoice },
          actor,
        );
      });
      return get(credit?.id ?? id);
    },
    /** Money that came by another way than a payment provider, or went out for a credit note. */
    async pay(id: string, paid: NewInvoicePayment, actor: Actor): Promise<ShownInvoice> {
      const invoice = await get(id);
      const minor = minorOf(paid.amount, invoice.currency);
      const open = invoice.open < 0n ? -invoice.open : invoice.open;
      if (minor === undefined || minor <= 0n || minor > open)
        throw new SigecError(
          'INVALID_INPUT',
          `Give an amount above zero, and at most what is open: ${amountOf(invoice.open * unitsPerMinor(invoice), invoice.currency)} ${invoice.currency}.`,
          { details: { field: 'amount' } },
        );
      await enterPayment(needs, { invoice, paid, minor, actor });
      return get(id);
    },
    close: async () => upkeep?.close(),
  };
}

export type NewInvoicePayment = {
  amount: string;
  method: string;
  reference: string | null;
  paidAt: Date;
  /** Entered again under the same key it is the same payment. */
  key?: string | undefined;
};

type Entering = { invoice: ShownInvoice; paid: NewInvoicePayment; minor: bigint; actor: Actor };

async function enterPayment({ ledger, clock }: InvoiceNeeds, { invoice, paid, minor, actor }: Entering): Promise<void> {
  const { id: invoiceId, currency } = invoice;
  const now = clock.now();
  const { method, reference, paidAt } = paid;
  const payment: InvoicePayment = {
    id: uuidv7(now),
    invoiceId,
    key: `${invoiceId}:${paid.key ?? randomUUID()}`,
    method,
    reference,
    paidAt,
    amount: minor * unitsPerMinor(invoice),
    enteredAt: now,
    enteredBy: actorName(actor),
  };
  const signed = invoice.open < 0n ? -minor : minor; // of a credit note money goes out
  const text = amountOf(payment.amount, currency);
  try {
    await ledger.commit({
      events: [
        invoiceEvent('invoice-paid', invoice, {
          at: now,
          key: `invoice-paid:${payment.key}`,
          more: { amount: text, method },
        }),
      ],
      writes: [
        write(invoicePayments, payment),
        ...postMoney([
          {
            key: `invoice-payment:${payment.key}`,
            kind: 'invoice-payment',
            currency,
            at: now,
            cites: { kind: 'invoice', id: invoiceId },
            postings: [
              { account: 'clearing', party: 'bank', amount: signed },
              { account: 'receivable', party: partyOfInvoice(invoice), amount: -signed },
            ],
          },
        ]),
      ],
      audit: [auditOf('invoice-paid', invoiceName(invoice), actor, { amount: text, currency, method })],
    });
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    if (paid.key === undefined) throw error; // with a key it was entered before
  }
}

function stateOf({ kind, open, creditedBy, dueAt }: Omit<ShownInvoice, 'state'>, now: Date): InvoiceState {
  if (creditedBy !== null) return 'credited';
  if (open === 0n) return 'paid';
  if (kind === 'credit-note' || open < 0n) return 'credit';
  return dueAt < now ? 'overdue' : 'open';
}

export function endOfMonth(month: string, timeZone: string): Date {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
  return momentAt({ day: next, time: '00:00', timeZone });
}

function monthBefore(now: Date, timeZone: string): string {
  const [year = 0, month = 0] = now.toLocaleDateString('en-CA', { timeZone }).split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}

/** One after the other, over all nodes: a number that is taken twice would be a gap or a quarrel. */
async function inTurn(pool: Pool, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; attempt <= 300; attempt += 1) {
    if (await oneAtATime(pool, 'invoices', work)) return;
    await pause(100);
  }
  throw new SigecError('CONFLICT', 'Invoices are being made by somebody else; look at the list.');
}
