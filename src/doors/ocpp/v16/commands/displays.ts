import type { Outcome } from '#contract/commands/command.ts';
import { byStatus, type CommandContext, lossOf, rejected, type Translator } from '../../command.ts';
import { contentOf, lackedBy201, wireMessage } from '../../shared/display-words.ts';
import { sessionRef } from '../../shared/session-orders.ts';
import { ownTransferStatus } from '../../shared/transfer-words.ts';
import type { Messages } from '../messages.generated.ts';

/**
 * OCPP 1.6 has no messages for displays. Stations of a vendor that is registered for it take those of 2.0.1 as the data of a
 * DataTransfer, the way the OCA's application note carries Plug & Charge over 1.6.
 */
export const setDisplayMessage: Translator<Messages, 'set-display-message'> = async (input, context) => {
  const { stationId, charging } = context;
  const lack = lackedBy201(input);
  if (lack !== undefined) return notSaid(lack);
  const id = input.id ?? (await charging.displays.nextId(stationId));
  const ref = input.sessionId === undefined ? null : await sessionRef(input.sessionId, context);
  const content = contentOf({ ...input, otherLanguages: [] }, ref);
  const outcome = await carried(context, 'SetDisplayMessage', { message: wireMessage(id, content) });
  if (outcome.status === 'accepted') await charging.displays.recordSet({ stationId, id, content });
  const asked = input.otherLanguages.length === 0 ? {} : { otherLanguages: input.otherLanguages };
  const losses = lossOf(asked, { otherLanguages: 'a message of OCPP 2.0.1, which 1.6 carries, has one language' });
  return { ...outcome, answer: { id }, losses: [...outcome.losses, ...losses] };
};

export const clearDisplayMessage: Translator<Messages, 'clear-display-message'> = async ({ id }, context) => {
  const { stationId, charging } = context;
  const outcome = await carried(context, 'ClearDisplayMessage', { id });
  if (outcome.status === 'accepted') await charging.displays.recordCleared({ stationId, id });
  return outcome;
};

async function carried(
  { charging, call, stationId }: CommandContext<Messages>,
  messageId: string,
  message: object,
): Promise<Outcome> {
  const vendorId = await charging.dataTransfer.displayCarrier();
  if (vendorId === null)
    return notSaid({ field: messageId, why: `OCPP 1.6 has no ${messageId}, and no vendor is registered to carry it` });
  const data = JSON.stringify(message);
  const response = await call('DataTransfer', { vendorId, messageId, data });
  await charging.dataTransfer.recordSent({
    stationId,
    vendorId,
    messageId,
    data,
    status: ownTransferStatus[response.status],
    answer: response.data ?? null,
  });
  return byStatus(response);
}

function notSaid({ field, why }: { field: string; why: string }): Outcome {
  return { ...rejected('NotSupported', { reason: `${why}.`, losses: [{ field, why }] }), status: 'not-sent' };
}
