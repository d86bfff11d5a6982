import type { Pool } from 'pg';
import { minorDigits } from '#base/currency.ts';
import { isOvertaken, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import type { Posting } from '#money/ledger/accounts.ts';
import { postMoney } from '#money/ledger/post-money.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { partyOfEntry } from '../billing/money-of-bill.ts';
import { auditOf } from '../change-entry.ts';
import { amountOf } from '../decimal.ts';
import { drawUp, stillOwed } from './draw-up.ts';
import { type Invoice, type InvoiceLine, invoiceName, partyOfInvoice, seriesOf } from './invoice.ts';
import { invoiceEvent } from './invoice-event.ts';
import { invoiceLines, invoices, lastNumber, readOwed } from './invoice-store.ts';
import type { InvoiceNeeds } from './open-invoices.ts';

const dayMs = 86_400_000;

export type Issuing = {
  driverId: string;
  currency: string;
  until: Date;
  lines: readonly (InvoiceLine & { round: number })[];
  correctsId: string | null;
  /** The invoice that is taken back. */
  taken?: Invoice | undefined;
};

/** One document with the next number of its series, its lines and what it does to the books, in one commit. */
export async function issueOne(needs: InvoiceNeeds, issuing: Issuing, actor: Actor): Promise<Invoice> {
  const { pool, ledger, clock, rules, timeZone, fiscal } = needs;
  const { driverId, currency, until, lines, correctsId, taken } = issuing;
  const now = clock.now();
  const drawn = drawUp(lines);
  const kind = correctsId === null ? drawn.kind : 'credit-note';
  const { due, postings, id } = await debtOf(pool, { lines, currency, taken, id: uuidv7(now) });
  const year = now.toLocaleDateString('en-CA', { timeZone, year: 'numeric' });
  for (let attempt = 1; ; attempt += 1) {
    const series = seriesOf(kind, year);
    const invoice = {
      id,
      series,
      number: (await lastNumber(pool, series)) + 1,
      kind,
      correctsId,
      driverId,
      currency,
      until,
      total: drawn.total,
      tax: drawn.tax,
      due: due * unitsPerMinor({ currency }),
      issuedAt: now,
      issuedBy: actorName(actor),
      dueAt: new Date(now.getTime() + rules.days * dayMs),
      fiscalState: fiscal === null ? ('none' as const) : ('waiting' as const),
    };
    const whole: Invoice = {
      ...invoice,
      reminders: 0,
      remindedAt: null,
      blockedAt: null,
      fiscalKey: null,
      fiscalUrl: null,
      fiscalNote: null,
    };
    try {
      await ledger.commit({
        events: [invoiceEvent('invoice-issued', whole, { at: now, key: `invoice:${id}`, more: { correctsId } })],
        writes: [
          write(invoices, invoice),
          ...lines.map((line, index) => write(invoiceLines, { ...line, invoiceId: id, line: index + 1 })),
          ...postMoney([{ key: `invoice:${id}`, kind, currency, at: now, cites: { kind: 'invoice', id }, postings }]),
        ],
        audit: [
          auditOf('invoice-issued', invoiceName(invoice), actor, { total: amountOf(drawn.total, currency), currency }),
        ],
      });
      return whole;
    } catch (error) {
      if (!isOvertaken(error) || attempt === 3) throw error; // the number, or an entry, was taken meanwhile
    }
  }
}

/** What is owed moves from the bills to the invoice; of one that is taken back it moves where it came from. */
async function debtOf(
  pool: Pool,
  { lines, currency, taken, id }: Pick<Issuing, 'lines' | 'currency' | 'taken'> & { id: string },
): Promise<{ id: string; due: bigint; postings: Posting[] }> {
  const byParty = new Map<string, bigint>();
  for (const line of lines) {
    const minor = line.amount / unitsPerMinor({ currency });
    byParty.set(partyOfEntry(line), (byParty.get(partyOfEntry(line)) ?? 0n) + minor);
  }
  if (taken !== undefined) {
    const moved = await movedBy(pool, taken.id);
    return { id, due: 0n, postings: moved.map((posting) => ({ ...posting, amount: -posting.amount })) };
  }
  const owed = await readOwed(pool, { parties: [...byParty.keys()], currency });
  const moves = [...byParty].map(([party, billed]) => ({ party, amount: stillOwed(billed, owed.get(party) ?? 0n) }));
  const due = moves.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    id,
    due,
    postings: [
      { account: 'receivable', party: partyOfInvoice({ id }), amount: due },
      ...moves.map(({ party, amount }): Posting => ({ account: 'receivable', party, amount: -amount })),
    ],
  };
}

async function movedBy(pool: Pool, invoiceId: string): Promise<Posting[]> {
  const { rows } = await pool.query<{ party: string; amount: string }>(
    `select party, amount::text as amount from money_posting join money_transaction on money_transaction.id = transaction_id
     where key = $1 and account = 'receivable'`,
    [`invoice:${invoiceId}`],
  );
  return rows.map(({ party, amount }) => ({ account: 'receivable', party, amount: BigInt(amount) }));
}

/** Bills count in ten-thousandths, the money ledger in whole minor units. */
export function unitsPerMinor({ currency }: { currency: string }): bigint {
  return 10n ** BigInt(4 - minorDigits(currency));
}
