import type { StationReports } from '#charging/stations/station-facts.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

const wireStatus = { accepted: 'Accepted', pending: 'Pending', rejected: 'Rejected' } as const;

export const onBootNotification: Handler<Messages['BootNotification'], Pick<StationReports, 'recordBoot'>> = async (
  request,
  { stationId, version, charging },
) => {
  const answer = await charging.recordBoot({
    stationId,
    version,
    vendor: request.chargePointVendor,
    model: request.chargePointModel,
    serialNumber: request.chargePointSerialNumber ?? request.chargeBoxSerialNumber ?? null,
    firmwareVersion: request.firmwareVersion ?? null,
    reason: null,
  });
  return { status: wireStatus[answer.status], currentTime: answer.now.toISOString(), interval: answer.intervalSeconds };
};
