import type { Logs } from '#charging/logs/open-logs.ts';
import type { Handler } from '../../handler.ts';
import { logStatuses } from '../../shared/log-words.ts';
import type { Messages } from '../messages.generated.ts';

export const onDiagnosticsStatusNotification: Handler<
  Messages['DiagnosticsStatusNotification'],
  { logs: Pick<Logs, 'recordReport'> }
> = async ({ status }, { stationId, charging, receivedAt: at }) => {
  await charging.logs.recordReport({ stationId, requestId: null, status: logStatuses[status], reason: null, at });
  return {};
};
