import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type {
  Payment,
  PaymentStatus,
  Settlement,
  VatValidation,
  VatVerdict,
  WebPayment,
} from '#contract/billing/payment.ts';
import { columnOf } from '#database/columns.ts';
import { hideCardNumbers } from '#ledger/frames/card-numbers.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { changeProjection, readRows, tableProjection } from '../rows.ts';
import { cardFactsOf } from './card-data.ts';
import { judgeVatNumber } from './vat-number.ts';

/** A terminal took a card (C18): the payment's reference is the session's token, the rest says which card it was. */
export type CardPayment = {
  stationId: string;
  pspRef: string;
  evseId: number | null;
  sessionRef: string | null;
  info: readonly { type: string; value: string }[];
  maxAmount: string | null;
  at: Date;
};

export type SettlementReport = Omit<Settlement, 'id' | 'settledAt'> & {
  stationId: string;
  settledAt: Date;
  receivedAt: Date;
};

export type Payments = ReturnType<typeof openPayments>;

export type PaymentNeeds = { pool: Pool; ledger: Ledger; clock: Clock; hashToken(token: string): string };

export function openPayments({ pool, ledger, clock, hashToken }: PaymentNeeds) {
  return {
    async recordCard({ stationId, evseId, sessionRef, maxAmount, at, ...given }: CardPayment): Promise<void> {
      const pspRef = hideCardNumbers(given.pspRef);
      const row = {
        ...cardFactsOf(given.info),
        pspRef,
        tokenId: hashToken(given.pspRef),
        evseId,
        sessionRef,
        maxAmount,
      };
      await ledger.commit({
        events: [
          {
            kind: 'payment-authorized',
            stationId,
            key: `payment:${pspRef}:${at.toISOString()}`,
            happenedAt: at,
            body: row,
          },
        ],
        writes: [write(payments, { ...row, stationId, at })],
        whenRefused: 'set-aside',
      });
    },
    /** Returns the number of the receipt: the station's own, or the one under which we keep it. */
    async recordSettlement({ receivedAt, ...report }: SettlementReport): Promise<{ receiptId: string }> {
      const { stationId, status, settledAt, sessionRef, amount } = report;
      const pspRef = hideCardNumbers(report.pspRef);
      const id = settlementId({ ...report, pspRef });
      const statusInfo = report.statusInfo === null ? null : hideCardNumbers(report.statusInfo);
      await ledger.commit({
        events: [
          {
            kind: 'payment-settled',
            stationId,
            key: `settlement:${id}`,
            happenedAt: settledAt,
            body: { settlementId: id, pspRef, sessionRef, status, amount },
          },
        ],
        writes: [
          write(settlements, { ...report, id, pspRef, statusInfo, receivedAt }),
          write(paymentEnds, { stationId, pspRef, status, changedAt: settledAt }),
        ],
        whenRefused: 'set-aside',
      });
      return { receiptId: report.receiptId ?? id };
    },
    async recordWebPayment({
      stationId,
      evseId,
      timeoutSeconds,
    }: {
      stationId: string;
      evseId: number;
      timeoutSeconds: number;
    }): Promise<void> {
      const toldAt = clock.now();
      const expiresAt = new Date(toldAt.getTime() + timeoutSeconds * 1000);
      await ledger.commit({
        events: [{ kind: 'web-payment-started', stationId, happenedAt: toldAt, body: { evseId, timeoutSeconds } }],
        writes: [write(webPayments, { id: uuidv7(toldAt), stationId, evseId, toldAt, expiresAt })],
      });
    },
    async validateVat({
      stationId,
      vatNumber,
      evseId,
      at,
    }: {
      stationId: string;
      vatNumber: string;
      evseId: number | null;
      at: Date;
    }): Promise<VatVerdict> {
      const verdict = judgeVatNumber(vatNumber);
      await ledger.commit({
        events: [{ kind: 'vat-number-validated', stationId, happenedAt: at, body: { evseId, ...verdict } }],
        writes: [write(vatValidations, { id: uuidv7(at), stationId, vatNumber, evseId, happenedAt: at, ...verdict })],
        whenRefused: 'set-aside',
      });
      return verdict;
    },
    list: async (stationId: string, limit: number): Promise<{ payments: Payment[]; webPayments: WebPayment[] }> => ({
      payments: await readPayments(pool, stationId, limit),
      webPayments: await readWebPayments(pool, stationId, limit),
    }),
    settlements: (stationId: string, limit: number) => readSettlements(pool, stationId, limit),
    vatValidations: (stationId: string, limit: number) => readVatValidations(pool, stationId, limit),
  };
}

/** The same for every delivery of one settlement, so that the receipt has one number. */
function settlementId({
  stationId,
  pspRef,
  status,
  settledAt,
}: Pick<SettlementReport, 'stationId' | 'pspRef' | 'status' | 'settledAt'>): string {
  const told = JSON.stringify([stationId, pspRef, status, settledAt.toISOString()]);
  return createHash('sha256').update(told).digest('base64url').slice(0, 22);
}

type PaymentRow = Omit<Payment, 'status' | 'changedAt'> & { stationId: string; at: Date };

const added = ['evseId', 'sessionRef', 'brand', 'lastFour', 'maxAmount'] as const;

/** Each message about a payment adds what it knows; one that has ended does not begin again. */
const payments = tableProjection<PaymentRow>({
  name: 'payments',
  table: 'payment',
  key: ['stationId', 'pspRef'],
  merge: (earlier, later) => ({
    ...later,
    ...Object.fromEntries(added.map((field) => [field, later[field] ?? earlier[field]])),
  }),
  columns: ({ at, ...row }) => ({ ...row, status: 'authorized', changedAt: at }),
  set: {
    ...Object.fromEntries(
      added.map((field) => [field, `coalesce(excluded.${columnOf(field)}, known.${columnOf(field)})`]),
    ),
    tokenId: 'known.token_id',
    status: 'known.status',
  },
});

type PaymentEndRow = { stationId: string; pspRef: string; status: PaymentStatus; changedAt: Date };

const paymentEnds = changeProjection<PaymentEndRow>({
  name: 'payment ends',
  table: 'payment',
  key: ['stationId', 'pspRef'],
});

type WebPaymentRow = { id: string; stationId: string; evseId: number; toldAt: Date; expiresAt: Date };

const webPayments = tableProjection<WebPaymentRow>({ name: 'web payments', table: 'web_payment', key: ['id'] });

async function readPayments(pool: Pool, stationId: string, limit: number): Promise<Payment[]> {
  return readRows(
    pool,
    `select psp_ref, token_id, evse_id, session_ref, brand, last_four, max_amount::text as max_amount, status, changed_at
     from payment where station_id = $1 order by changed_at desc, psp_ref limit $2`,
    [stationId, limit],
  );
}

async function readWebPayments(pool: Pool, stationId: string, limit: number): Promise<WebPayment[]> {
  return readRows(
    pool,
    'select evse_id, told_at, expires_at from web_payment where station_id = $1 order by told_at desc, id limit $2',
    [stationId, limit],
  );
}

type SettlementRow = Omit<Settlement, 'settledAt'> & { stationId: string; settledAt: Date; receivedAt: Date };

const settlements = tableProjection<SettlementRow>({
  name: 'settlements',
  table: 'settlement',
  key: ['id'],
  again: 'keep',
  columns: ({ company, ...row }) => ({
    ...row,
    companyName: company?.name,
    companyAddress: company?.address,
    companyCity: company?.city,
    companyPostalCode: company?.postalCode,
    companyCountry: company?.country,
  }),
});

async function readSettlements(pool: Pool, stationId: string, limit: number): Promise<Settlement[]> {
  return readRows(
    pool,
    `select id, psp_ref, session_ref, status, status_info, amount::text as amount, settled_at, receipt_id, receipt_url, vat_number,
       case when num_nulls(company_name, company_address, company_city, company_country) = 0 then jsonb_build_object(
         'name', company_name, 'address', company_address, 'city', company_city, 'postalCode', company_postal_code,
         'country', company_country) end as company
     from settlement where station_id = $1 order by settled_at desc, id limit $2`,
    [stationId, limit],
  );
}

type VatRow = Omit<VatValidation, 'at'> & { stationId: string; happenedAt: Date };

const vatValidations = tableProjection<VatRow>({ name: 'vat validations', table: 'vat_validation', key: ['id'] });

async function readVatValidations(pool: Pool, stationId: string, limit: number): Promise<VatValidation[]> {
  return readRows(
    pool,
    `select id, vat_number, evse_id, is_accepted, reason, happened_at as at
     from vat_validation where station_id = $1 order by happened_at desc, id desc limit $2`,
    [stationId, limit],
  );
}
