import type { Logs } from '#charging/logs/open-logs.ts';
import type { HandlerContext } from '../../handler.ts';
import { logStatuses } from '../../shared/log-words.ts';
import { reasonOf } from '../../shared/status-reason.ts';
import type { Messages } from '../../v21/messages.generated.ts';

/** Of all versions: 1.6 has the same fields, and 2.1 only adds the reason. */
export async function onLogStatusNotification(
  { status, requestId, statusInfo }: Messages['LogStatusNotification']['request'],
  { stationId, charging, receivedAt: at }: HandlerContext<{ logs: Pick<Logs, 'recordReport'> }>,
): Promise<Record<string, never>> {
  await charging.logs.recordReport({
    stationId,
    requestId: requestId ?? null,
    status: logStatuses[status],
    reason: reasonOf(statusInfo),
    at,
  });
  return {};
}
