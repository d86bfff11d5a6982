import type { Pool } from 'pg';
import type { Payment, PaymentStatus, WebPayment } from '#contract/billing/payment.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export type PaymentRow = Omit<Payment, 'status' | 'changedAt'> & { stationId: string; at: Date };

/** Each message about a payment adds what it knows; one that has ended does not begin again. */
export const payments: Projection<PaymentRow> = {
  name: 'payments',
  identity: ({ stationId, pspRef }) => `${stationId}\n${pspRef}`,
  merge: (earlier, later) => ({
    ...later,
    evseId: later.evseId ?? earlier.evseId,
    sessionRef: later.sessionRef ?? earlier.sessionRef,
    brand: later.brand ?? earlier.brand,
    lastFour: later.lastFour ?? earlier.lastFour,
    maxAmount: later.maxAmount ?? earlier.maxAmount,
  }),
  async write(client, rows) {
    await client.query(
      `insert into payment as known (station_id, psp_ref, token_id, evse_id, session_ref, brand, last_four, max_amount, status, changed_at)
       select station_id, psp_ref, token_id, evse_id, session_ref, brand, last_four, max_amount, 'authorized', at
       from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::numeric[], $9::timestamptz[])
         as told (station_id, psp_ref, token_id, evse_id, session_ref, brand, last_four, max_amount, at)
       on conflict (station_id, psp_ref) do update set evse_id = coalesce(excluded.evse_id, known.evse_id),
         session_ref = coalesce(excluded.session_ref, known.session_ref), brand = coalesce(excluded.brand, known.brand),
         last_four = coalesce(excluded.last_four, known.last_four), max_amount = coalesce(excluded.max_amount, known.max_amount),
         changed_at = excluded.changed_at`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.pspRef),
        rows.map((row) => row.tokenId),
        rows.map((row) => row.evseId),
        rows.map((row) => row.sessionRef),
        rows.map((row) => row.brand),
        rows.map((row) => row.lastFour),
        rows.map((row) => row.maxAmount),
        rows.map((row) => row.at),
      ],
    );
  },
};

export type PaymentEndRow = { stationId: string; pspRef: string; status: PaymentStatus; at: Date };

export const paymentEnds: Projection<PaymentEndRow> = {
  name: 'payment ends',
  identity: ({ stationId, pspRef }) => `${stationId}\n${pspRef}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `update payment set status = told.status, changed_at = told.at
       from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as told (station_id, psp_ref, status, at)
       where payment.station_id = told.station_id and payment.psp_ref = told.psp_ref`,
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.pspRef),
        rows.map((row) => row.status),
        rows.map((row) => row.at),
      ],
    );
  },
};

export type WebPaymentRow = { id: string; stationId: string; evseId: number; toldAt: Date; expiresAt: Date };

export const webPayments: Projection<WebPaymentRow> = {
  name: 'web payments',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into web_payment (id, station_id, evse_id, told_at, expires_at)
       select * from unnest($1::uuid[], $2::text[], $3::integer[], $4::timestamptz[], $5::timestamptz[])`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.stationId),
        rows.map((row) => row.evseId),
        rows.map((row) => row.toldAt),
        rows.map((row) => row.expiresAt),
      ],
    );
  },
};

/** Newest first. */
export async function readPayments(pool: Pool, stationId: string, limit: number): Promise<Payment[]> {
  const { rows } = await pool.query<Omit<Payment, 'changedAt'> & { changedAt: Date }>(
    `select psp_ref as "pspRef", token_id as "tokenId", evse_id as "evseId", session_ref as "sessionRef", brand, last_four as "lastFour",
       max_amount::text as "maxAmount", status, changed_at as "changedAt"
     from payment where station_id = $1 order by changed_at desc, psp_ref limit $2`,
    [stationId, limit],
  );
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }));
}

export async function readWebPayments(pool: Pool, stationId: string, limit: number): Promise<WebPayment[]> {
  const { rows } = await pool.query<{ evseId: number; toldAt: Date; expiresAt: Date }>(
    `select evse_id as "evseId", told_at as "toldAt", expires_at as "expiresAt" from web_payment
     where station_id = $1 order by told_at desc, id limit $2`,
    [stationId, limit],
  );
  return rows.map((row) => ({ ...row, toldAt: row.toldAt.toISOString(), expiresAt: row.expiresAt.toISOString() }));
}
