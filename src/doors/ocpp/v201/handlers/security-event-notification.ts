import type { Security } from '#charging/security/open-security.ts';
import type { Handler } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';

export const onSecurityEventNotification: Handler<
  Messages['SecurityEventNotification'],
  { security: Pick<Security, 'recordEvent'> }
> = async ({ type, timestamp, techInfo }, { stationId, charging, receivedAt }) => {
  await charging.security.recordEvent({
    stationId,
    type,
    details: techInfo ?? null,
    happenedAt: stationTime(timestamp, receivedAt),
  });
  return {};
};
