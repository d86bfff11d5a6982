import type { Displays } from '#charging/displays/open-displays.ts';
import type { Handler } from '../../handler.ts';
import { readMessage } from '../../shared/display-words.ts';
import type { Messages } from '../messages.generated.ts';

/** O03, O04: a report in one or more parts; `tbc` says that more follows. */
export const onNotifyDisplayMessages: Handler<
  Messages['NotifyDisplayMessages'],
  { displays: Pick<Displays, 'recordReport'> }
> = async ({ requestId, messageInfo = [], tbc = false }, { stationId, charging, receivedAt }) => {
  const messages = messageInfo.map(readMessage);
  await charging.displays.recordReport({ stationId, requestId, messages, isLast: !tbc, at: receivedAt });
  return {};
};
