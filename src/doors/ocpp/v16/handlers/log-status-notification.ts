import type { Logs } from '#charging/logs/open-logs.ts';
import type { Handler } from '../../handler.ts';
import { logStatuses } from '../../shared/log-words.ts';
import type { Messages } from '../messages.generated.ts';

export const onLogStatusNotification: Handler<
  Messages['LogStatusNotification'],
  { logs: Pick<Logs, 'recordReport'> }
> = async ({ status, requestId }, { stationId, charging, receivedAt: at }) => {
  await charging.logs.recordReport({
    stationId,
    requestId: requestId ?? null,
    status: logStatuses[status],
    reason: null,
    at,
  });
  return {};
};
