import { stationTime } from '../../shared/station-time.ts';
import type { Handler } from '../../version.ts';
import type { Messages } from '../messages.generated.ts';

export const onSecurityEventNotification: Handler<Messages['SecurityEventNotification']> = async (
  { type, timestamp, techInfo },
  { stationId, charging, receivedAt },
) => {
  await charging.security.recordEvent({
    stationId,
    type,
    details: techInfo ?? null,
    happenedAt: stationTime(timestamp, receivedAt),
  });
  return {};
};
