import type { StationReports } from '#charging/stations/station-facts.ts';
import type { ConnectorActivity, ConnectorStatus } from '#contract/stations/station.ts';
import type { Handler } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
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

type WireStatus = Messages['StatusNotification']['request']['status'];

const meaning = {
  Available: { status: 'available', activity: null },
  Preparing: { status: 'occupied', activity: 'preparing' },
  Charging: { status: 'occupied', activity: 'charging' },
  SuspendedEVSE: { status: 'occupied', activity: 'suspended-by-station' },
  SuspendedEV: { status: 'occupied', activity: 'suspended-by-vehicle' },
  Finishing: { status: 'occupied', activity: 'finishing' },
  Reserved: { status: 'reserved', activity: null },
  Unavailable: { status: 'unavailable', activity: null },
  Faulted: { status: 'faulted', activity: null },
} satisfies Record<WireStatus, { status: ConnectorStatus; activity: ConnectorActivity | null }>;

export const onStatusNotification: Handler<
  Messages['StatusNotification'],
  Pick<StationReports, 'recordConnectorStatus'>
> = async (request, { stationId, charging, receivedAt }) => {
  await charging.recordConnectorStatus({
    stationId,
    // OCPP 1.6 knows no EVSEs: each connector is an EVSE of its own, and connector 0 is the station.
    evseId: request.connectorId,
    connectorId: request.connectorId === 0 ? 0 : 1,
    ...meaning[request.status],
    reason: reasonOf(request),
    at: stationTime(request.timestamp, receivedAt),
  });
  return {};
};

function reasonOf({ errorCode, vendorErrorCode, info }: Messages['StatusNotification']['request']): string | null {
  const parts = [errorCode === 'NoError' ? undefined : errorCode, vendorErrorCode, info];
  return parts.filter((part) => part !== undefined && part !== '').join(': ') || null;
}
