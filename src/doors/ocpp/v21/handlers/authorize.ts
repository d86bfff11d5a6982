import type { Payments } from '#charging/payments/open-payments.ts';
import type { Handler } from '../../handler.ts';
import { type AuthorizeUseCases, answerOf, authorized } from '../../v201/handlers/authorize.ts';
import { cardPaymentOf } from '../card-payment.ts';
import type { Messages } from '../messages.generated.ts';
import { withoutCache } from '../prepaid-token.ts';
import { wireTariff } from '../tariff.ts';

type UseCases = AuthorizeUseCases & { payments: Pick<Payments, 'recordCard'> };

/** I08: a station that calculates by itself gets the driver's own tariff. C18: a card that was taken is a payment of ours. */
export const onAuthorize: Handler<Messages['Authorize'], UseCases> = async (request, context) => {
  const { stationId, charging, receivedAt } = context;
  const card = cardPaymentOf(request.idToken);
  const nowhere = { stationId, evseId: null, sessionRef: null, maxAmount: null, at: receivedAt };
  if (card !== undefined) await charging.payments.recordCard({ ...card, ...nowhere });
  const decision = await authorized(request, context);
  return {
    ...withoutCache(answerOf(decision), decision, receivedAt),
    ...(decision.tariff && { tariff: wireTariff(decision.tariff) }),
  };
};
