import { z } from 'zod';
import { time, visibleText } from '../common.ts';
import type { Column } from '../csv.ts';
import { currency } from './money.ts';

export const invoiceState = z.enum(['open', 'overdue', 'paid', 'credited', 'credit']);

export const invoice = z.object({
  id: z.uuid(),
  name: z
    .string()
    .describe('Series and number, without a gap: 2026-000012; credit notes are counted by themselves: C2026-000003'),
  kind: z.enum(['invoice', 'credit-note']),
  state: invoiceState.describe('credited: a credit note took it back as a whole; credit: we owe the driver'),
  driverId: z.uuid(),
  driver: z.string().nullable().describe('Null where you may not see names, or the driver was forgotten'),
  currency,
  total: z.string().describe('Decimal text, with taxes; below zero for a credit note'),
  tax: z.string(),
  due: z.string().describe('What was still owed when it was made: prepaid cards pay at once'),
  open: z.string().describe('What is owed now'),
  until: time.describe('Everything booked before it that stood on no invoice'),
  issuedAt: time,
  dueAt: time,
  reminders: z.int(),
  corrects: z.uuid().nullable().describe('The invoice that this credit note takes back'),
  creditedBy: z.uuid().nullable(),
  fiscal: z.object({
    state: z.enum(['none', 'waiting', 'registered', 'refused']),
    key: z.string().nullable(),
    url: z.string().nullable(),
    note: z.string().nullable(),
  }),
});
export type Invoice = z.infer<typeof invoice>;

export const invoiceLine = z.object({
  entryId: z.uuid().describe('The entry of a bill that it is'),
  kind: z.string().describe('charge, adjustment, correction, reservation, or roaming: charged by a partner'),
  at: time,
  sessionId: z.uuid().nullable(),
  stationId: z.string(),
  startedAt: time.nullable(),
  energyKwh: z.number().nullable(),
  reason: z.string().nullable(),
  amount: z.string(),
  tax: z.string(),
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

export const invoiceDetails = invoice.extend({
  lines: z.array(invoiceLine),
  payments: z.array(
    z.object({ id: z.uuid(), amount: z.string(), method: z.string(), reference: z.string().nullable(), paidAt: time }),
  ),
  timeZone: z.string(),
});
export type InvoiceDetails = z.infer<typeof invoiceDetails>;

export const invoiceQuery = z.object({
  driverId: z.uuid().optional(),
  after: z.uuid().optional().describe('The last one of the page before'),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export const invoiceList = z.object({ invoices: z.array(invoice) });

export const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as "2026-10"')
  .describe('A month that is over, by the clocks of the installation');

export const newStatement = z.object({
  month: month.optional(),
  until: time.optional().describe('In place of a month: everything booked before this moment'),
  driverId: z.uuid().optional().describe('Of this driver alone'),
});

export const newInvoicePayment = z.object({
  amount: z.string().regex(/^\d{1,9}(\.\d{1,4})?$/, 'must be an amount such as "12.34", without sign'),
  method: visibleText.min(2).max(40).default('bank transfer'),
  reference: visibleText.max(100).nullable().default(null),
  paidAt: time.optional().describe('Absent: now'),
  key: visibleText.min(1).max(100).optional().describe('Entered again under the same key it is the same payment'),
});

export const invoiceColumns: readonly Column<Invoice>[] = [
  { name: 'name', about: 'Series and number', read: ({ name }) => name },
  { name: 'kind', about: 'invoice or credit-note', read: ({ kind }) => kind },
  { name: 'state', about: 'open, overdue, paid, credited or credit', read: ({ state }) => state },
  { name: 'driver_id', about: 'The driver', read: ({ driverId }) => driverId },
  { name: 'driver', about: 'Their name, for whoever may see it', read: ({ driver }) => driver },
  { name: 'currency', about: 'ISO 4217', read: ({ currency: code }) => code },
  { name: 'total', about: 'With taxes', read: ({ total }) => total },
  { name: 'tax', about: 'Of the total', read: ({ tax }) => tax },
  { name: 'due', about: 'Still owed when it was made', read: ({ due }) => due },
  { name: 'open', about: 'Owed now', read: ({ open }) => open },
  { name: 'issued_at', about: 'When it was made', read: ({ issuedAt }) => issuedAt },
  { name: 'due_at', about: 'Until when it is to be paid', read: ({ dueAt }) => dueAt },
  { name: 'fiscal_key', about: 'Of the fiscal service', read: ({ fiscal }) => fiscal.key },
];

export const invoiceLineColumns: readonly Column<InvoiceLine>[] = [
  { name: 'at', about: 'When it was booked', read: ({ at }) => at },
  { name: 'kind', about: 'charge, adjustment, correction or reservation', read: ({ kind }) => kind },
  { name: 'session_id', about: 'Of which session', read: ({ sessionId }) => sessionId },
  { name: 'station_id', about: 'Where', read: ({ stationId }) => stationId },
  { name: 'started_at', about: 'When the session began', read: ({ startedAt }) => startedAt },
  { name: 'energy_kwh', about: 'Of the session', read: ({ energyKwh }) => energyKwh },
  { name: 'reason', about: 'Of a correction', read: ({ reason }) => reason },
  { name: 'amount', about: 'With taxes', read: ({ amount }) => amount },
  { name: 'tax', about: 'Of the amount', read: ({ tax }) => tax },
];
