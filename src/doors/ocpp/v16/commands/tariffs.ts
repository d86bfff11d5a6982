import type { Tariff } from '#contract/billing/tariff.ts';
import type { Outcome } from '#contract/commands/command.ts';
import { byStatus, type CommandContext, lossOf, type Translator } from '../../command.ts';
import { clearTariffs as clear, setDefaultTariff as setDefault } from '../../shared/default-tariff.ts';
import { costToTell } from '../../shared/session-cost.ts';
import { sessionRef } from '../../shared/session-orders.ts';
import { defaultPrice, defaultPriceKey, finalCost, runningCost } from '../cost-message.ts';
import type { Messages } from '../messages.generated.ts';
import { setVariables } from './variables.ts';

const noEvse = { evseId: 'DefaultPrice of OCPP 1.6 holds for the whole station' };

/** I02: OCPP 1.6 has no message for it; stations that follow OCA's note on pricing take it as DataTransfer. */
export const updateCost: Translator<Messages, 'update-cost'> = async (input, context) => {
  const { stationId, charging, call } = context;
  const { ref, total, price } = await costToTell(input, context);
  const session = await charging.sessions.get(input.sessionId);
  const message =
    session.state === 'ended'
      ? finalCost(session, { cost: Number(total), text: `${total} ${price?.currency ?? ''}`.trim() })
      : runningCost(session, { cost: Number(total), terms: price?.terms, at: new Date() });
  const outcome = byStatus(await call('DataTransfer', message), ['Accepted'], { answer: { total } });
  if (outcome.status === 'accepted') await charging.tariffs.recordTold({ stationId, ref, total, price });
  return outcome;
};

/** I04: the price that is shown to drivers without one of their own. */
export const setDefaultTariff: Translator<Messages, 'set-default-tariff'> = (input, context) =>
  setDefault(input, context, { write: (tariff) => writePrice(tariff, context), losses: lossOf(input, noEvse) });

export const clearTariffs: Translator<Messages, 'clear-tariffs'> = (input, context) =>
  clear(input, context, { write: (tariff) => writePrice(tariff, context), losses: lossOf(input, noEvse) });

function writePrice(tariff: Tariff | null, context: CommandContext<Messages>): Promise<Outcome> {
  const value = tariff === null ? '' : defaultPrice(tariff, context.charging.tariffs.textFor(tariff, null));
  return setVariables({ variables: [{ name: defaultPriceKey, value, attribute: 'actual' }] }, context);
}

/** I06, I11: the new price rides with the cost until now. */
export const changeSessionTariff: Translator<Messages, 'change-session-tariff'> = async (
  { sessionId, tariffId },
  context,
) => {
  const { stationId, charging, call } = context;
  const ref = await sessionRef(sessionId, context);
  const tariff = await charging.tariffs.getForSession({ stationId, ref, tariffId });
  const session = await charging.sessions.get(sessionId);
  const before = await charging.tariffs.priceOf({ stationId, ref });
  const cost = { cost: Number(before?.total ?? 0), terms: tariff.current?.terms, at: new Date() };
  const outcome = byStatus(await call('DataTransfer', runningCost(session, cost)));
  if (outcome.status === 'accepted')
    await charging.tariffs.changeForSession({ stationId, ref, tariffId, isTold: true });
  return outcome;
};
