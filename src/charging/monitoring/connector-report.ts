import type { ConnectorReport } from '../stations/reports.ts';
import type { StationAlert } from './alerts.ts';

/** The values of AvailabilityState in the device model. */
const statuses = new Map<string, ConnectorReport['status']>([
  ['Available', 'available'],
  ['Occupied', 'occupied'],
  ['Reserved', 'reserved'],
  ['Unavailable', 'unavailable'],
  ['Faulted', 'faulted'],
]);

/** A station may tell the status of a connector as an event of its device model (2.1 G01). */
export function connectorReportOf(stationId: string, alert: StationAlert): ConnectorReport | undefined {
  const { place, value, happenedAt: at, techCode, techInfo } = alert;
  const status = statuses.get(value);
  if (place.component !== 'Connector' || place.variable !== 'AvailabilityState' || status === undefined)
    return undefined;
  if (place.evseId === null || place.connectorId === null) return undefined;
  const reason = [techCode, techInfo].filter((part) => part !== null && part !== '').join(': ') || null;
  return { stationId, evseId: place.evseId, connectorId: place.connectorId, status, activity: null, reason, at };
}
