import type {
  ClearDisplayMessageRequest,
  ClearDisplayMessageResponse,
  GetDisplayMessagesRequest,
  GetDisplayMessagesResponse,
  NotifyDisplayMessagesRequest,
  SetDisplayMessageRequest,
  SetDisplayMessageResponse,
} from 'typed-ocpp/dist/ocpp21/types.js';
import type { Handlers, StationControls } from './dialect.ts';
import type { DisplayFilter } from './displays.ts';

type DisplayMessages2 = {
  SetDisplayMessage: { request: SetDisplayMessageRequest; response: SetDisplayMessageResponse };
  GetDisplayMessages: { request: GetDisplayMessagesRequest; response: GetDisplayMessagesResponse };
  ClearDisplayMessage: { request: ClearDisplayMessageRequest; response: ClearDisplayMessageResponse };
};

export const displays2: Handlers<DisplayMessages2> = {
  SetDisplayMessage: ({ message }, { displays }) => ({ payload: { status: displays.set(message) } }),

  GetDisplayMessages: ({ requestId, id, priority, state }, station) => {
    const filter = { ...(id && { ids: id }), ...(priority && { priority }), ...(state && { state }) };
    if (station.displays.find(filter).length === 0) return { payload: { status: 'Unknown' } };
    return { payload: { status: 'Accepted' }, afterwards: () => void report(station, requestId, filter) };
  },

  ClearDisplayMessage: ({ id }, { displays }) => ({ payload: { status: displays.clear(id) ? 'Accepted' : 'Unknown' } }),
};

/** O03: one message at a time, so that a report of several has several parts. */
async function report(station: StationControls, requestId: number, filter: DisplayFilter): Promise<void> {
  const messages = station.displays.find(filter);
  for (const [index, message] of messages.entries()) {
    const part: NotifyDisplayMessagesRequest = { requestId, messageInfo: [message], tbc: index < messages.length - 1 };
    await station.say('NotifyDisplayMessages', part);
  }
}
