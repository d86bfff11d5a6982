import type { Energy } from '#charging/energy/energy.ts';
import type { Payments } from '#charging/payments/open-payments.ts';
import type { Handler } from '../../handler.ts';
import { wireTransfer } from '../../shared/charging-profiles/wire-words.ts';
import { type AuthorizeUseCases, answerOf, authorized } from '../../v201/handlers/authorize.ts';
import { cardPaymentOf } from '../card-payment.ts';
import type { Messages } from '../messages.generated.ts';
import { withoutCache } from '../prepaid-token.ts';
import { wireTariff } from '../tariff.ts';

type UseCases = AuthorizeUseCases & {
  payments: Pick<Payments, 'recordCard'>;
  energy: Pick<Energy, 'allowedTransfers'>;
};

/**
 * I08: a station that calculates by itself gets the driver's own tariff. C18: a card that was taken is a payment of ours. Q01: a car
 * may offer to feed back only where it is told so with its authorization.
 */
export const onAuthorize: Handler<Messages['Authorize'], UseCases> = async (request, context) => {
  const { stationId, charging, receivedAt } = context;
  const card = cardPaymentOf(request.idToken);
  const nowhere = { stationId, evseId: null, sessionRef: null, maxAmount: null, at: receivedAt };
  if (card !== undefined) await charging.payments.recordCard({ ...card, ...nowhere });
  const decision = await authorized(request, context);
  const transfers = decision.status === 'accepted' ? await charging.energy.allowedTransfers(stationId) : null;
  return {
    ...withoutCache(answerOf(decision), decision, receivedAt),
    ...(transfers !== null && { allowedEnergyTransfer: transfers.map((each) => wireTransfer[each]) }),
    ...(decision.tariff && { tariff: wireTariff(decision.tariff) }),
  };
};
