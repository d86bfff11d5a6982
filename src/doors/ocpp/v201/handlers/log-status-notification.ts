import type { Logs } from '#charging/logs/open-logs.ts';
import type { Handler } from '../../handler.ts';
import { logStatuses } from '../../shared/log-words.ts';
import { reasonOf } from '../../shared/status-reason.ts';
import type { Messages } from '../../v21/messages.generated.ts';

/** Of all versions: 1.6 has the same fields, and 2.1 only adds the reason. */
export const onLogStatusNotification: Handler<
  Messages['LogStatusNotification'],
  { logs: Pick<Logs, 'recordReport'> }
> = async ({ status, requestId, statusInfo }, { stationId, charging, receivedAt: at }) => {
  await charging.logs.recordReport({
    stationId,
    requestId: requestId ?? null,
    status: logStatuses[status],
    reason: reasonOf(statusInfo),
    at,
  });
  return {};
};
