import { logStatuses } from '../../shared/log-words.ts';
import type { Handler } from '../../version.ts';
import type { Messages } from '../messages.generated.ts';

export const onDiagnosticsStatusNotification: Handler<Messages['DiagnosticsStatusNotification']> = async (
  { status },
  { stationId, charging, receivedAt: at },
) => {
  await charging.logs.recordReport({ stationId, requestId: null, status: logStatuses[status], reason: null, at });
  return {};
};
