import type { Firmware } from '#charging/firmware/open-firmware.ts';
import type { Handler } from '../../handler.ts';
import { firmwareStatuses } from '../../shared/firmware-words.ts';
import type { Messages } from '../messages.generated.ts';

export const onFirmwareStatusNotification: Handler<
  Messages['FirmwareStatusNotification'],
  { firmware: Pick<Firmware, 'recordReport'> }
> = async ({ status }, { stationId, charging, receivedAt: at }) => {
  await charging.firmware.recordReport({
    stationId,
    requestId: null,
    kind: 'update',
    status: firmwareStatuses[status],
    reason: null,
    locations: [],
    at,
  });
  return {};
};
