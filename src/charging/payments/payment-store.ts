import type { Pool } from 'pg';
import type { Payment, PaymentStatus, WebPayment } from '#contract/billing/payment.ts';
import { changeProjection, columnOf, readRows, tableProjection } from '../rows.ts';

type PaymentRow = Omit<Payment, 'status' | 'changedAt'> & { stationId: string; at: Date };

const added = ['evseId', 'sessionRef', 'brand', 'lastFour', 'maxAmount'] as const;

/** Each message about a payment adds what it knows; one that has ended does not begin again. */
export const payments = tableProjection<PaymentRow>({
  name: 'payments',
  table: 'payment',
  key: ['stationId', 'pspRef'],
  merge: (earlier, later) => ({
    ...later,
    ...Object.fromEntries(added.map((field) => [field, later[field] ?? earlier[field]])),
  }),
  columns: ({ at, ...row }) => ({ ...row, status: 'authorized', changedAt: at }),
  set: {
    ...Object.fromEntries(added.map((field) => [field, `coalesce(excluded.${columnOf(field)}, known.${columnOf(field)})`])),
    tokenId: 'known.token_id',
    status: 'known.status',
  },
});

type PaymentEndRow = { stationId: string; pspRef: string; status: PaymentStatus; changedAt: Date };

export const paymentEnds = changeProjection<PaymentEndRow>({
  name: 'payment ends',
  table: 'payment',
  key: ['stationId', 'pspRef'],
});

type WebPaymentRow = { id: string; stationId: string; evseId: number; toldAt: Date; expiresAt: Date };

export const webPayments = tableProjection<WebPaymentRow>({ name: 'web payments', table: 'web_payment', key: ['id'] });

/** Newest first. */
export async function readPayments(pool: Pool, stationId: string, limit: number): Promise<Payment[]> {
  return readRows(
    pool,
    `select psp_ref, token_id, evse_id, session_ref, brand, last_four, max_amount::text as max_amount, status, changed_at
     from payment where station_id = $1 order by changed_at desc, psp_ref limit $2`,
    [stationId, limit],
  );
}

export async function readWebPayments(pool: Pool, stationId: string, limit: number): Promise<WebPayment[]> {
  return readRows(
    pool,
    'select evse_id, told_at, expires_at from web_payment where station_id = $1 order by told_at desc, id limit $2',
    [stationId, limit],
  );
}
