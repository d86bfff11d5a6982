import type { Pool } from 'pg';
import type { PaymentCodeState } from '#contract/billing/payment-address.ts';
import { changeProjection, tableProjection } from '../rows.ts';

/** Of one EVSE, or of all of them where `evseId` is 0. */
export type PaymentCodeRow = {
  stationId: string;
  evseId: number;
  state: PaymentCodeState;
  said: string | null;
  secret: Buffer | null;
  validitySeconds: number | null;
  length: number | null;
  changedAt: Date;
};

export const paymentCodes = tableProjection<PaymentCodeRow>({
  name: 'payment codes',
  table: 'payment_code',
  key: ['stationId', 'evseId'],
});

export const changedPaymentCodes = changeProjection<
  Pick<PaymentCodeRow, 'stationId' | 'evseId' | 'state' | 'said' | 'changedAt'>
>({ name: 'changed payment codes', table: 'payment_code', key: ['stationId', 'evseId'] });

export async function readPaymentCodes(pool: Pool, stationId: string): Promise<PaymentCodeRow[]> {
  const { rows } = await pool.query<PaymentCodeRow>(
    `select station_id as "stationId", evse_id as "evseId", state, said, secret, validity_seconds as "validitySeconds", length,
       changed_at as "changedAt" from payment_code where station_id = $1 order by evse_id`,
    [stationId],
  );
  return rows;
}
