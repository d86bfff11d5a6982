import type { Pool } from 'pg';
import type { Projection } from '#ledger/ledger-types.ts';
import { unitsOf } from '../decimal.ts';
import { changeProjection, putRows, tableProjection } from '../rows.ts';
import type { FiscalState, Invoice, InvoiceLine } from './invoice.ts';

const kept = (units: bigint) => {
  const text = (units < 0n ? -units : units).toString().padStart(5, '0');
  return `${units < 0n ? '-' : ''}${text.slice(0, -4)}.${text.slice(-4)}`;
};

type NewInvoice = Omit<Invoice, 'fiscalKey' | 'fiscalUrl' | 'fiscalNote' | 'reminders' | 'remindedAt' | 'blockedAt'>;

export const invoices = tableProjection<NewInvoice>({
  name: 'invoices',
  table: 'invoice',
  key: ['id'],
  isIndependent: true,
  columns: ({ total, tax, due, ...row }) => ({
    ...row,
    total: kept(total),
    tax: kept(tax),
    due: kept(due),
    fiscalNextAt: row.fiscalState === 'waiting' ? row.issuedAt : null,
  }),
});

type LineRow = InvoiceLine & { invoiceId: string; line: number; round: number };

/** Only ever added to; an entry that another invoice took meanwhile refuses the commit. */
export const invoiceLines: Projection<LineRow> = {
  name: 'invoice lines',
  isIndependent: true,
  identity: ({ invoiceId, line }) => `${invoiceId} ${line}`,
  write: (client, rows) =>
    putRows(
      client,
      { table: 'invoice_line' },
      rows.map(({ reservationId: _reservation, partnerId: _partner, recordId: _record, amount, tax, ...row }) => ({
        ...row,
        amount: kept(amount),
        tax: kept(tax),
      })),
    ),
};

export type InvoicePayment = {
  id: string;
  invoiceId: string;
  key: string;
  amount: bigint;
  method: string;
  reference: string | null;
  paidAt: Date;
  enteredAt: Date;
  enteredBy: string;
};

export const invoicePayments: Projection<InvoicePayment> = {
  name: 'invoice payments',
  isIndependent: true,
  identity: ({ id }) => id,
  write: (client, rows) =>
    putRows(
      client,
      { table: 'invoice_payment' },
      rows.map(({ amount, ...row }) => ({ ...row, amount: kept(amount) })),
    ),
};

type Reminded = { id: string } & Partial<Pick<Invoice, 'reminders' | 'remindedAt' | 'blockedAt'>>;

export const remindedInvoices = changeProjection<Reminded>({
  name: 'reminded invoices',
  table: 'invoice',
  key: ['id'],
});

type Registered = {
  id: string;
  fiscalState: FiscalState;
  fiscalKey: string | null;
  fiscalUrl: string | null;
  fiscalNote: string | null;
};

export const registeredInvoices = changeProjection<Registered>({
  name: 'registered invoices',
  table: 'invoice',
  key: ['id'],
});

type Sums = { total: string; tax: string; due: string };

function withUnits<Row extends Sums>({ total, tax, due, ...row }: Row) {
  return { ...row, total: unitsOf(total), tax: unitsOf(tax), due: unitsOf(due) };
}

const columns = `id, series, number, kind, corrects_id, driver_id, currency, until, total::text as total, tax::text as tax,
  due::text as due, issued_at, issued_by, due_at, reminders, reminded_at, blocked_at,
  fiscal_state, fiscal_key, fiscal_url, fiscal_note`;

export type InvoiceQuery = {
  id?: string | undefined;
  driverId?: string | undefined;
  /** The last one of the page before. */
  after?: string | undefined;
  limit: number;
};

export async function readInvoices(pool: Pool, { id, driverId, after, limit }: InvoiceQuery): Promise<Invoice[]> {
  const rows = await readRows<Omit<Invoice, keyof Sums> & Sums>(
    pool,
    `select ${columns} from invoice where ($1::uuid is null or id = $1) and ($2::uuid is null or driver_id = $2)
       and ($3::uuid is null or (issued_at, id) < (select issued_at, id from invoice where id = $3))
     order by issued_at desc, id desc limit $4`,
    [id ?? null, driverId ?? null, after ?? null, limit],
  );
  return rows.map(withUnits);
}

/** Which of these a credit note has taken back as a whole. */
export async function readCredited(pool: Pool, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; by: string }>(
    'select corrects_id as id, id as by from invoice where corrects_id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, by }) => [id, by]));
}

type StoredLine = Omit<InvoiceLine, 'amount' | 'tax' | 'reservationId'> & { amount: string; tax: string };

export async function readLines(pool: Pool, invoiceId: string): Promise<InvoiceLine[]> {
  const rows = await readRows<StoredLine & { reservationId: string | null }>(
    pool,
    `select entry_id, invoice_line.kind, invoice_line.at, invoice_line.session_id, invoice_line.station_id, invoice_line.started_at,
       invoice_line.energy_mwh::text as energy_mwh, invoice_line.reason, invoice_line.amount::text as amount, invoice_line.tax::text as tax, taxes,
       bill_entry.reservation_id::text as reservation_id, partner_id, record_id
     from invoice_line join bill_entry on bill_entry.id = entry_id where invoice_id = $1 order by line`,
    [invoiceId],
  );
  return rows.map((row) => ({ ...row, amount: unitsOf(row.amount), tax: unitsOf(row.tax) }));
}

export async function readInvoicePayments(pool: Pool, invoiceId: string): Promise<InvoicePayment[]> {
  const rows = await readRows<Omit<InvoicePayment, 'amount'> & { amount: string }>(
    pool,
    `select id, invoice_id, key, amount::text as amount, method, reference, paid_at, entered_at, entered_by
     from invoice_payment where invoice_id = $1 order by entered_at, id`,
    [invoiceId],
  );
  return rows.map((row) => ({ ...row, amount: unitsOf(row.amount) }));
}

/** Whose bills stand on no invoice yet. */
export async function readUninvoiced(pool: Pool, until: Date): Promise<{ driverId: string; currency: string }[]> {
  return readRows(
    pool,
    `select distinct coalesce(bill.driver_id, bill_entry.driver_id) as driver_id, bill_entry.currency
     from bill_entry left join bill using (session_id)
     where bill_entry.at < $1 and coalesce(bill.driver_id, bill_entry.driver_id) is not null and ${isOnNone} order by 1, 2`,
    [until],
  );
}

/** An entry that a credit note gave back stands on an even number of invoices and credit notes. */
const isOnNone = `(select count(*) from invoice_line where entry_id = bill_entry.id) % 2 = 0`;

export async function readUninvoicedLines(
  pool: Pool,
  { driverId, currency, until }: { driverId: string; currency: string; until: Date },
): Promise<(InvoiceLine & { round: number })[]> {
  const rows = await readRows<StoredLine & { reservationId: string | null; round: number }>(
    pool,
    `select bill_entry.id as entry_id, kind, bill_entry.at, bill_entry.session_id, bill_entry.station_id,
       bill_entry.reservation_id::text as reservation_id, partner_id, record_id,
       coalesce(bill.started_at, bill_entry.started_at) as started_at,
       coalesce(bill.energy_mwh, bill_entry.energy_mwh)::text as energy_mwh, reason,
       bill_entry.amount::text as amount, bill_entry.tax::text as tax,
       coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(line ->> 'name', ''), 'percent', line ->> 'quantity',
           'amount', line ->> 'amount'))
         from jsonb_array_elements(cost -> 'lines') as line where line ->> 'kind' in ('tax', 'included-tax')), '[]') as taxes,
       (select count(*)::integer from invoice_line where entry_id = bill_entry.id) as round
     from bill_entry left join bill using (session_id)
     where coalesce(bill.driver_id, bill_entry.driver_id) = $1 and bill_entry.currency = $2 and bill_entry.at < $3 and ${isOnNone}
     order by bill_entry.at, bill_entry.id limit 5000`,
    [driverId, currency, until],
  );
  return rows.map((row) => ({ ...row, amount: unitsOf(row.amount), tax: unitsOf(row.tax) }));
}

/** Of a whole invoice: how often each of its lines stood on one. */
export async function readRounds(pool: Pool, entryIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ id: string; round: number }>(
    `select entry_id as id, count(*)::integer as round from invoice_line where entry_id = any($1::uuid[]) group by entry_id`,
    [entryIds],
  );
  return new Map(rows.map(({ id, round }) => [id, round]));
}

export async function lastNumber(pool: Pool, series: string): Promise<number> {
  const { rows } = await pool.query<{ last: number }>(
    'select coalesce(max(number), 0) as last from invoice where series = $1',
    [series],
  );
  return rows[0]?.last ?? 0;
}

/** What is owed by these parties, in whole minor units. */
export async function readOwed(
  pool: Pool,
  { parties, currency }: { parties: readonly string[]; currency: string },
): Promise<Map<string, bigint>> {
  const { rows } = await pool.query<{ party: string; amount: string }>(
    `select party, sum(amount)::text as amount from money_posting
     join money_transaction on money_transaction.id = transaction_id
     where account = 'receivable' and party = any($1) and currency = $2 group by party`,
    [parties, currency],
  );
  return new Map(rows.map(({ party, amount }) => [party, BigInt(amount)]));
}

/** Unpaid ones that are overdue, the oldest first. */
export async function readOverdue(pool: Pool, now: Date): Promise<Invoice[]> {
  const rows = await readRows<Omit<Invoice, keyof Sums> & Sums>(
    pool,
    `select ${columns} from invoice where kind = 'invoice' and due > 0 and due_at < $1 and (reminders < 3 or blocked_at is null)
       and not exists (select from invoice as credit where credit.corrects_id = invoice.id)
       and coalesce((select sum(amount) from money_posting where account = 'receivable' and party = 'invoice:' || invoice.id), 0) > 0
     order by due_at limit 500`,
    [now],
  );
  return rows.map(withUnits);
}

/** Rows in camelCase; times stay times. */
async function readRows<Row>(pool: Pool, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await pool.query<Record<string, unknown>>(text, [...values]);
  return rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
          value,
        ]),
      ) as Row,
  );
}
