import { amountOf } from '../decimal.ts';

export type InvoiceKind = 'invoice' | 'credit-note';
export type FiscalState = 'none' | 'waiting' | 'registered' | 'refused';

/** Amounts are ten-thousandths. */
export type InvoiceLine = {
  entryId: string;
  kind: string;
  at: Date;
  sessionId: string | null;
  stationId: string;
  reservationId: string | null;
  /** Of a record of a roaming partner. */
  partnerId: string | null;
  recordId: string | null;
  startedAt: Date | null;
  energyMwh: string | null;
  reason: string | null;
  amount: bigint;
  tax: bigint;
  taxes: readonly { name: string; percent: string | null; amount: string }[];
};

export type Invoice = {
  id: string;
  series: string;
  number: number;
  kind: InvoiceKind;
  correctsId: string | null;
  driverId: string;
  currency: string;
  until: Date;
  total: bigint;
  tax: bigint;
  due: bigint;
  issuedAt: Date;
  issuedBy: string;
  dueAt: Date;
  reminders: number;
  remindedAt: Date | null;
  /** When its driver was blocked for it: once, so that whoever lets them charge again is not overruled. */
  blockedAt: Date | null;
  fiscalState: FiscalState;
  fiscalKey: string | null;
  fiscalUrl: string | null;
  fiscalNote: string | null;
};

/** "2026-000012"; credit notes are counted by themselves: "C2026-000003". */
export function invoiceName({ series, number }: Pick<Invoice, 'series' | 'number'>): string {
  return `${series}-${String(number).padStart(6, '0')}`;
}

export function seriesOf(kind: InvoiceKind, year: string): string {
  return kind === 'invoice' ? year : `C${year}`;
}

/** Whose debt the invoice is, in the money ledger. */
export function partyOfInvoice({ id }: Pick<Invoice, 'id'>): string {
  return `invoice:${id}`;
}

export function invoiceAmount(units: bigint, currency: string): string {
  return amountOf(units, currency);
}
