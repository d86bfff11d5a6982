import type { Outcome } from '#contract/commands/command.ts';
import { byStatus, rejected, type Translator } from '../../command.ts';
import { contentOf, lackedBy201, wireMessage, wirePriority, wireState } from '../../shared/display-words.ts';
import { sessionRef } from '../../shared/session-orders.ts';
import type { Messages } from '../messages.generated.ts';

type WireMessage = Messages['SetDisplayMessage']['request']['message'];
type WireState = NonNullable<Messages['GetDisplayMessages']['request']['state']>;

/** 2.1 has the same messages with more states, formats and languages. */
type Extent = { isLimited: boolean };

/** O01, O02, O06. */
export function setDisplayMessageOf({ isLimited }: Extent): Translator<Messages, 'set-display-message'> {
  return async (input, context) => {
    const { stationId, charging, call } = context;
    const lack = isLimited ? lackedBy201(input) : undefined;
    if (lack !== undefined) return notSaid(lack);
    const id = input.id ?? (await charging.displays.nextId(stationId));
    const ref = input.sessionId === undefined ? null : await sessionRef(input.sessionId, context);
    const content = contentOf(isLimited ? { ...input, otherLanguages: [] } : input, ref);
    const response = await call('SetDisplayMessage', { message: wireMessage(id, content) as WireMessage });
    if (response.status === 'Accepted') await charging.displays.recordSet({ stationId, id, content });
    const isLost = isLimited && input.otherLanguages.length > 0;
    const losses = isLost ? [{ field: 'otherLanguages', why: 'a message of OCPP 2.0.1 has one language' }] : [];
    return byStatus(response, ['Accepted'], { answer: { id }, losses });
  };
}

/** O03, O04: what is shown comes with NotifyDisplayMessages. */
export function getDisplayMessagesOf({ isLimited }: Extent): Translator<Messages, 'get-display-messages'> {
  return async ({ ids, priority, state }, { stationId, requestId, charging, call }) => {
    const lack = isLimited ? lackedBy201({ state }) : undefined;
    if (lack !== undefined) return notSaid(lack);
    const isFiltered = priority !== undefined || state !== undefined;
    await charging.displays.recordAsked({ stationId, requestId, isForAll: ids === undefined && !isFiltered });
    const response = await call('GetDisplayMessages', {
      requestId,
      ...(ids && { id: ids }),
      ...(priority && { priority: wirePriority(priority) }),
      ...(state && { state: wireState(state) as WireState }),
    });
    // Unknown: the station has none that fit, and no report follows.
    if (response.status === 'Unknown' && !isFiltered)
      await charging.displays.recordNone({ stationId, ids: ids ?? null });
    return byStatus(response, ['Accepted'], { answer: { requestId } });
  };
}

/** O05: a message that the station does not have is not wanted there any more either. */
export const clearDisplayMessage: Translator<Messages, 'clear-display-message'> = async ({ id }, context) => {
  const { stationId, charging, call } = context;
  const response = await call('ClearDisplayMessage', { id });
  if (response.status === 'Accepted' || response.status === 'Unknown')
    await charging.displays.recordCleared({ stationId, id });
  return byStatus(response);
};

function notSaid({ field, why }: { field: string; why: string }): Outcome {
  const reason = `OCPP 2.0.1 cannot say this: ${why}.`;
  return { ...rejected('NotSupported', { reason, losses: [{ field, why }] }), status: 'not-sent' };
}
