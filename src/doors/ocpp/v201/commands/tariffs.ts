import { transactionIdOf } from '#charging/sessions/record/session-event.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import type { Outcome } from '#contract/commands/command.ts';
import { accepted, type CommandContext, lossOf, type Translator } from '../../command.ts';
import { clearTariffs as clear, setDefaultTariff as setDefault } from '../../shared/default-tariff.ts';
import { costToTell, tellWithNextAnswer } from '../../shared/session-cost.ts';
import { sessionRef } from '../../shared/session-orders.ts';
import type { Messages } from '../messages.generated.ts';
import { setVariables } from './variables.ts';

/** I02: the station shows it; it has nothing to answer. */
export const updateCost: Translator<Messages, 'update-cost'> = async (input, context) => {
  const { stationId, charging, call } = context;
  const { ref, total, price } = await costToTell(input, context);
  await call('CostUpdated', { transactionId: transactionIdOf(ref), totalCost: Number(total) });
  await charging.tariffs.recordTold({ stationId, ref, total, price });
  return accepted({ answer: { total } });
};

const noEvse = { evseId: 'TariffFallbackMessage of OCPP 2.0.1 holds for the whole station' };
const textOnly = {
  field: 'tariffId',
  why: 'OCPP 2.0.1 shows the text of a tariff; the station cannot calculate by it',
};

/** I04: 2.0.1 stations show a text where a driver has no price of their own. */
export const setDefaultTariff: Translator<Messages, 'set-default-tariff'> = (input, context) =>
  setDefault(input, context, {
    write: (tariff) => writeText(tariff, context),
    losses: [textOnly, ...lossOf(input, noEvse)],
  });

export const clearTariffs: Translator<Messages, 'clear-tariffs'> = (input, context) =>
  clear(input, context, { write: (tariff) => writeText(tariff, context), losses: lossOf(input, noEvse) });

function writeText(tariff: Tariff | null, context: CommandContext<Messages>): Promise<Outcome> {
  const value = tariff === null ? '' : context.charging.tariffs.textFor(tariff, null).text;
  const name = 'TariffCostCtrlr.TariffFallbackMessage';
  return setVariables({ variables: [{ name, value, attribute: 'actual' }] }, context);
}

/** I06: 2.0.1 has no message for it; the driver is told with the answer to the session's next event. */
export const changeSessionTariff: Translator<Messages, 'change-session-tariff'> = async (
  { sessionId, tariffId },
  context,
) => {
  const ref = await sessionRef(sessionId, context);
  await context.charging.tariffs.getForSession({ stationId: context.stationId, ref, tariffId });
  return tellWithNextAnswer({ ref, tariffId }, context, 'OCPP 2.0.1 has no message for it');
};
