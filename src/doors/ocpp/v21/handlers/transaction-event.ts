import type { EventReport, SessionReports } from '#charging/session-reports/session-report.ts';
import type { Handler } from '../../handler.ts';
import { decimalText } from '../../shared/decimal-text.ts';
import { answerOf, reportOf, type TransactionRequest } from '../../v201/handlers/transaction-event.ts';
import { cardPaymentOf } from '../card-payment.ts';
import type { Messages } from '../messages.generated.ts';
import { withoutCache } from '../prepaid-token.ts';
import { limitsFrom, wireLimit } from '../transaction-limit.ts';

type Request = Messages['TransactionEvent']['request'];

/**
 * What 2.1 adds: payments at a terminal (C18, C23), prepaid credit (C17), costs that the station calculates (I12) and limits
 * (E16, F07).
 */
export const onTransactionEvent: Handler<
  Messages['TransactionEvent'],
  { sessionReports: Pick<SessionReports, 'event'> }
> = async (request, context) => {
  const { idToken, transactionInfo } = request;
  const { transactionLimit } = transactionInfo;
  const card = idToken && cardPaymentOf(idToken);
  const maxCost = transactionLimit?.maxCost;
  const answer = await context.charging.sessionReports.event({
    ...reportOf(request as TransactionRequest, context), // 2.1 has longer lists of words
    payment: card && { ...card, maxAmount: maxCost === undefined ? null : decimalText(maxCost) },
    cost: costOf(request),
    limits: transactionLimit === undefined ? null : limitsFrom(transactionLimit),
  });
  return {
    ...withoutCache(answerOf(answer), answer.decision, context.receivedAt),
    ...(answer.limits && { transactionLimit: wireLimit(answer.limits) }),
  };
};

function costOf({ transactionInfo, costDetails }: Request): EventReport['cost'] {
  if (costDetails === undefined) return undefined;
  const { totalCost, totalUsage, failureToCalculate, failureReason } = costDetails;
  const { exclTax, inclTax } = totalCost.total;
  return {
    currency: totalCost.currency,
    total: decimalText(exclTax ?? inclTax ?? 0),
    totalWithTax: inclTax === undefined ? null : decimalText(inclTax),
    energyWh: totalUsage.energy * 1000, // told in kWh
    chargingSeconds: totalUsage.chargingTime,
    idleSeconds: totalUsage.idleTime,
    tariffId: transactionInfo.tariffId ?? null,
    failure: failureToCalculate ? (failureReason ?? 'not told') : null,
  };
}
