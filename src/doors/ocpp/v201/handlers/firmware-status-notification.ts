import type { Firmware } from '#charging/firmware/open-firmware.ts';
import type { HandlerContext } from '../../handler.ts';
import { firmwareStatuses } from '../../shared/firmware-words.ts';
import { reasonOf } from '../../shared/status-reason.ts';
import type { Messages } from '../../v21/messages.generated.ts';

/** Of all versions: 1.6 has the same fields, and 2.1 only adds the reason. */
export async function onFirmwareStatusNotification(
  { status, requestId, statusInfo }: Messages['FirmwareStatusNotification']['request'],
  { stationId, charging, receivedAt: at }: HandlerContext<{ firmware: Pick<Firmware, 'recordReport'> }>,
): Promise<Record<string, never>> {
  await charging.firmware.recordReport({
    stationId,
    requestId: requestId ?? null,
    kind: 'update',
    status: firmwareStatuses[status],
    reason: reasonOf(statusInfo),
    locations: [],
    at,
  });
  return {};
}
