import type { StationReports } from '#charging/stations/station-facts.ts';
import type { ConnectorStatus } from '#contract/stations/station.ts';
import type { Handler } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';

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
