import type { StationReports } from '#charging/stations/station-facts.ts';
import type { ConnectorStatus } from '#contract/stations/station.ts';
import type { Handler } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';

const wireStatus = { accepted: 'Accepted', pending: 'Pending', rejected: 'Rejected' } as const;

export const onBootNotification: Handler<Messages['BootNotification'], Pick<StationReports, 'recordBoot'>> = async (
  request,
  { stationId, version, charging },
) => {
  const { chargingStation, reason } = request;
  const answer = await charging.recordBoot({
    stationId,
    version,
    vendor: chargingStation.vendorName,
    model: chargingStation.model,
    serialNumber: chargingStation.serialNumber ?? null,
    firmwareVersion: chargingStation.firmwareVersion ?? null,
    reason,
  });
  return { status: wireStatus[answer.status], currentTime: answer.now.toISOString(), interval: answer.intervalSeconds };
};

/** The link has noted that the station was heard; the answer sets its clock. */
export const onHeartbeat: Handler<Messages['Heartbeat']> = async (_request, { receivedAt }) => ({
  currentTime: receivedAt.toISOString(),
});

type WireStatus = Messages['StatusNotification']['request']['connectorStatus'];

const meaning = {
  Available: 'available',
  Occupied: 'occupied',
  Reserved: 'reserved',
  Unavailable: 'unavailable',
  Faulted: 'faulted',
} satisfies Record<WireStatus, ConnectorStatus>;

export const onStatusNotification: Handler<
  Messages['StatusNotification'],
  Pick<StationReports, 'recordConnectorStatus'>
> = async (request, { stationId, charging, receivedAt }) => {
  await charging.recordConnectorStatus({
    stationId,
    evseId: request.evseId,
    connectorId: request.connectorId,
    status: meaning[request.connectorStatus],
    activity: null,
    reason: null,
    at: stationTime(request.timestamp, receivedAt),
  });
  return {};
};
