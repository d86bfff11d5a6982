import type { Firmware } from '#charging/firmware/open-firmware.ts';
import type { Handler } from '../../handler.ts';
import { firmwareStatuses } from '../../shared/firmware-words.ts';
import { reasonOf } from '../../shared/status-reason.ts';
import type { Messages } from '../../v21/messages.generated.ts';

/** Of both 2.x: 2.1 only adds the reason. */
export const onPublishFirmwareStatusNotification: Handler<
  Messages['PublishFirmwareStatusNotification'],
  { firmware: Pick<Firmware, 'recordReport'> }
> = async ({ status, requestId, location, statusInfo }, { stationId, charging, receivedAt: at }) => {
  await charging.firmware.recordReport({
    stationId,
    requestId: requestId ?? null,
    kind: 'publish',
    status: firmwareStatuses[status],
    reason: reasonOf(statusInfo),
    locations: location ?? [],
    at,
  });
  return {};
};
