import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Payment, Settlement, VatValidation, VatVerdict, WebPayment } from '#contract/billing/payment.ts';
import { hideCardNumbers } from '#ledger/frames/card-numbers.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { cardFactsOf } from './card-data.ts';
import { paymentEnds, payments, readPayments, readWebPayments, webPayments } from './payment-store.ts';
import { readSettlements, readVatValidations, settlements, vatValidations } from './settlement-store.ts';
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

export type Payments = {
  recordCard(payment: CardPayment): Promise<void>;
  /** Returns the number of the receipt: the station's own, or the one under which we keep it. */
  recordSettlement(report: SettlementReport): Promise<{ receiptId: string }>;
  recordWebPayment(told: { stationId: string; evseId: number; timeoutSeconds: number }): Promise<void>;
  validateVat(ask: { stationId: string; vatNumber: string; evseId: number | null; at: Date }): Promise<VatVerdict>;

  list(stationId: string, limit: number): Promise<{ payments: Payment[]; webPayments: WebPayment[] }>;
  settlements(stationId: string, limit: number): Promise<Settlement[]>;
  vatValidations(stationId: string, limit: number): Promise<VatValidation[]>;
};

export type PaymentNeeds = { pool: Pool; ledger: Ledger; clock: Clock; hashToken(token: string): string };

export function openPayments({ pool, ledger, clock, hashToken }: PaymentNeeds): Payments {
  return {
    async recordCard({ stationId, evseId, sessionRef, maxAmount, at, ...given }) {
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

    async recordSettlement({ receivedAt, ...report }) {
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

    async recordWebPayment({ stationId, evseId, timeoutSeconds }) {
      const toldAt = clock.now();
      const expiresAt = new Date(toldAt.getTime() + timeoutSeconds * 1000);
      await ledger.commit({
        events: [{ kind: 'web-payment-started', stationId, happenedAt: toldAt, body: { evseId, timeoutSeconds } }],
        writes: [write(webPayments, { id: uuidv7(toldAt), stationId, evseId, toldAt, expiresAt })],
      });
    },

    async validateVat({ stationId, vatNumber, evseId, at }) {
      const verdict = judgeVatNumber(vatNumber);
      await ledger.commit({
        events: [{ kind: 'vat-number-validated', stationId, happenedAt: at, body: { evseId, ...verdict } }],
        writes: [write(vatValidations, { id: uuidv7(at), stationId, vatNumber, evseId, happenedAt: at, ...verdict })],
        whenRefused: 'set-aside',
      });
      return verdict;
    },

    list: async (stationId, limit) => ({
      payments: await readPayments(pool, stationId, limit),
      webPayments: await readWebPayments(pool, stationId, limit),
    }),
    settlements: (stationId, limit) => readSettlements(pool, stationId, limit),
    vatValidations: (stationId, limit) => readVatValidations(pool, stationId, limit),
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
