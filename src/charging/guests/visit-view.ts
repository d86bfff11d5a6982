import type { Pool } from 'pg';
import { decimalText, minorDigits } from '#base/currency.ts';
import type { ShownGuestVisit } from '#contract/billing/guest-visit.ts';
import type { Payment } from '#money/payments/payment.ts';
import type { PayerAction } from '#money/providers/payment-provider.ts';
import type { Tariffs } from '../tariffs/open-tariffs.ts';
import type { DriveNeeds } from './drive-visit.ts';
import type { GuestVisit } from './guest-visit.ts';
import { receiptLink } from './receipt-link.ts';
import { readVisitSession } from './visit-store.ts';

export type ViewNeeds = {
  pool: Pool;
  money: DriveNeeds['money'];
  installationKey: Buffer;
  tariffs: Pick<Tariffs, 'priceOf'>;
  /** When a car is said to leave; undefined: nobody plans for it. */
  saidDepartureOf(sessionId: string): Promise<string | null | undefined>;
};

/** What their page shows. */
export type VisitView = Pick<
  GuestVisit,
  | 'stationId'
  | 'evseId'
  | 'state'
  | 'why'
  | 'language'
  | 'currency'
  | 'amount'
  | 'energyWh'
  | 'isStopWanted'
  | 'paymentReference'
> & {
  payment: {
    id: string;
    state: Payment['state'];
    method: string;
    action: PayerAction | null;
    expiresAt: Date;
    isTrial: boolean;
    /** Decimal text. */
    paid: string;
    refunded: string;
    /** What is on its way back. */
    owed: string;
  } | null;
  session: {
    energyWh: number;
    startedAt: Date | null;
    isRunning: boolean;
    /** What it comes to now, or came to. */
    total: string | null;
    link: string;
    /** When the car shall be ready; null: nobody said, undefined: nobody plans for it. */
    departsAt: string | null | undefined;
  } | null;
};

export async function viewOf(needs: ViewNeeds, visit: GuestVisit): Promise<VisitView> {
  const { money, pool, tariffs } = needs;
  const [payment, session] = await Promise.all([
    visit.paymentId === null ? undefined : money.payments.get(visit.paymentId),
    readVisitSession(pool, visit),
  ]);
  const price = session && (await tariffs.priceOf({ stationId: visit.stationId, ref: session.ref }));
  const departsAt = session?.isRunning === true ? await needs.saidDepartureOf(session.id) : undefined;
  const { stationId, evseId, state, why, language, currency, amount, energyWh, isStopWanted } = visit;
  const minor = (value: bigint) => decimalText(value, minorDigits(currency));
  const kept = visit.settled === null ? null : minor(BigInt(visit.settled));
  return {
    stationId,
    evseId,
    state,
    why,
    language,
    currency,
    amount,
    energyWh,
    isStopWanted,
    paymentReference: payment?.reference ?? visit.paymentReference,
    payment:
      payment === undefined
        ? null
        : {
            id: payment.id,
            state: payment.state,
            method: payment.method,
            action: payment.action,
            expiresAt: payment.expiresAt,
            isTrial: money.payments.provider(payment.provider)?.capabilities.isTrial ?? false,
            paid: minor(payment.received),
            refunded: minor(payment.refunded),
            owed: minor(payment.refundOwed - payment.refunded),
          },
    session:
      session === undefined
        ? null
        : {
            energyWh: session.energyWh,
            startedAt: session.startedAt,
            isRunning: session.isRunning,
            total: kept ?? price?.total ?? null,
            link: receiptLink(needs.installationKey, session.id),
            departsAt,
          },
  };
}

/** As operators see it. */
export function shownVisit({ settled, createdAt, changedAt, ...visit }: GuestVisit): ShownGuestVisit {
  const { id, stationId, evseId, state, why, provider, currency, amount, energyWh } = visit;
  const { paymentId, paymentReference, sessionId } = visit;
  return {
    id,
    stationId,
    evseId,
    state,
    why,
    provider,
    currency,
    amount,
    energyWh,
    paymentId,
    paymentReference,
    sessionId,
    settled: settled === null ? null : decimalText(BigInt(settled), minorDigits(currency)),
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}
