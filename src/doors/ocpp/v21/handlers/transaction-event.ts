import type { Payments } from '#charging/payments/open-payments.ts';
import type { StationCost } from '#charging/tariffs/session-cost-store.ts';
import type { SessionLimits } from '#contract/sessions/limits.ts';
import type { Handler, HandlerContext } from '../../handler.ts';
import { decimalText } from '../../shared/decimal-text.ts';
import { stationTime } from '../../shared/station-time.ts';
import { type TransactionUseCases, takeTransactionEvent, withOwnName } from '../../v201/handlers/transaction-event.ts';
import { cardPaymentOf } from '../card-payment.ts';
import type { Messages } from '../messages.generated.ts';
import { limitsFrom, lowerCost, wireLimit } from '../transaction-limit.ts';

type Request = Messages['TransactionEvent']['request'];

type UseCases = TransactionUseCases & {
  payments: Pick<Payments, 'recordCard'>;
  tariffs: { recordStationCost(cost: StationCost): Promise<void> };
  sessionLimits: {
    toTell(session: {
      stationId: string;
      sessionRef: string;
      remoteStartId: number;
    }): Promise<SessionLimits | undefined>;
    recordInForce(told: { stationId: string; sessionRef: string; limits: SessionLimits; at: Date }): Promise<void>;
  };
};

/**
 * What 2.1 adds: payments at a terminal (C18, C23), prepaid credit (C17), costs that the station calculates (I12) and limits
 * (E16, F07).
 */
export const onTransactionEvent: Handler<Messages['TransactionEvent'], UseCases> = async (told, context) => {
  const request = await withOwnName(told, context);
  const { costDetails, ...known } = request;
  const taken = known as Parameters<typeof takeTransactionEvent>[0]; // 2.1 has longer lists of words
  const { answer, decision } = await takeTransactionEvent(taken, context, { tellsCost: costDetails === undefined });
  await recordPayment(request, context);
  if (costDetails !== undefined)
    await context.charging.tariffs.recordStationCost(stationCost(request, costDetails, context));
  const limits = await limitsFor(request, decision?.maxCost, context);
  return { ...answer, ...(limits !== undefined && { transactionLimit: wireLimit(limits) }) };
};

/** What holds is kept; what was asked for with a remote start, or what the driver's credit allows, goes back. */
async function limitsFor(
  { transactionInfo, timestamp }: Request,
  credit: string | undefined,
  { stationId, charging, receivedAt }: HandlerContext<UseCases>,
): Promise<SessionLimits | undefined> {
  const { transactionId: sessionRef, transactionLimit, remoteStartId } = transactionInfo;
  if (transactionLimit !== undefined) {
    const at = stationTime(timestamp, receivedAt);
    await charging.sessionLimits.recordInForce({ stationId, sessionRef, limits: limitsFrom(transactionLimit), at });
  }
  const asked =
    remoteStartId === undefined
      ? undefined
      : await charging.sessionLimits.toTell({ stationId, sessionRef, remoteStartId });
  const cost = lowerCost(asked?.cost, credit);
  return asked === undefined && cost === undefined ? undefined : { ...asked, ...(cost !== undefined && { cost }) };
}

async function recordPayment(
  request: Request,
  { stationId, charging, receivedAt }: HandlerContext<UseCases>,
): Promise<void> {
  const { idToken, evse, transactionInfo } = request;
  const maxCost = transactionInfo.transactionLimit?.maxCost;
  const payment =
    idToken &&
    cardPaymentOf(idToken, {
      stationId,
      evseId: evse?.id ?? null,
      sessionRef: transactionInfo.transactionId,
      maxAmount: maxCost === undefined ? null : decimalText(maxCost),
      at: stationTime(request.timestamp, receivedAt),
    });
  if (payment !== undefined) await charging.payments.recordCard(payment);
}

function stationCost(
  { transactionInfo, eventType, timestamp }: Request,
  { totalCost, totalUsage, failureToCalculate, failureReason }: NonNullable<Request['costDetails']>,
  { stationId, receivedAt }: HandlerContext,
): StationCost {
  const { exclTax, inclTax } = totalCost.total;
  return {
    stationId,
    sessionRef: transactionInfo.transactionId,
    currency: totalCost.currency,
    total: decimalText(exclTax ?? inclTax ?? 0),
    totalWithTax: inclTax === undefined ? null : decimalText(inclTax),
    energyWh: totalUsage.energy * 1000, // told in kWh
    chargingSeconds: totalUsage.chargingTime,
    idleSeconds: totalUsage.idleTime,
    tariffId: transactionInfo.tariffId ?? null,
    isFinal: eventType === 'Ended',
    failure: failureToCalculate ? (failureReason ?? 'not told') : null,
    at: stationTime(timestamp, receivedAt),
  };
}
