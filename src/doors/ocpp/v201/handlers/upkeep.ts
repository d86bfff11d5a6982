import type { Firmware } from '#charging/firmware/open-firmware.ts';
import type { Logs } from '#charging/logs/open-logs.ts';
import type { Handler, HandlerContext } from '../../handler.ts';
import { firmwareStatuses } from '../../shared/firmware-words.ts';
import { logStatuses } from '../../shared/log-words.ts';
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
