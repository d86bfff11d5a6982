import type { NotifyDisplayMessagesRequest } from 'typed-ocpp/dist/ocpp21/types.js';
import { type Handlers2, type StationControls, withStatus } from './dialect.ts';
import type { DisplayFilter } from './displays.ts';

export const displays2 = {
  SetDisplayMessage: ({ message }, { displays }) => withStatus(displays.set(message)),

  GetDisplayMessages: ({ requestId, id, priority, state }, station) => {
    const filter = { ...(id && { ids: id }), ...(priority && { priority }), ...(state && { state }) };
    if (station.displays.find(filter).length === 0) return withStatus('Unknown');
    return withStatus('Accepted', () => void report(station, requestId, filter));
  },

  ClearDisplayMessage: ({ id }, { displays }) => withStatus(displays.clear(id) ? 'Accepted' : 'Unknown'),
} satisfies Handlers2;

/** O03: one message at a time, so that a report of several has several parts. */
async function report(station: StationControls, requestId: number, filter: DisplayFilter): Promise<void> {
  const messages = station.displays.find(filter);
  for (const [index, message] of messages.entries()) {
    const part: NotifyDisplayMessagesRequest = { requestId, messageInfo: [message], tbc: index < messages.length - 1 };
    await station.say('NotifyDisplayMessages', part);
  }
}
