import type {
  EventDataType,
  MonitoringDataType,
  NotifyEventRequest,
  NotifyMonitoringReportRequest,
} from 'typed-ocpp/dist/ocpp21/types.js';
import type { StationAlert } from '#charging/monitoring/alerts.ts';
import type { KnownMonitor } from '#charging/monitoring/monitors.ts';
import type { Monitoring } from '#charging/monitoring/open-monitoring.ts';
import type { HandlerContext } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import { placeFrom } from '../device-model.ts';
import { monitorTypeFrom, originFrom, triggerFrom } from '../monitoring-words.ts';

/** N07, N08. Written with the types of 2.1, whose events only add a severity. */
export async function onNotifyEvent(
  { eventData }: NotifyEventRequest,
  { stationId, charging, receivedAt }: HandlerContext<{ monitoring: Pick<Monitoring, 'recordAlerts'> }>,
): Promise<Record<string, never>> {
  await charging.monitoring.recordAlerts({
    stationId,
    receivedAt,
    alerts: eventData.map((event) => toAlert(event, receivedAt)),
  });
  return {};
}

function toAlert(event: EventDataType, receivedAt: Date): StationAlert {
  return {
    eventId: event.eventId,
    place: placeFrom(event.component, event.variable),
    happenedAt: stationTime(event.timestamp, receivedAt),
    trigger: triggerFrom[event.trigger],
    value: event.actualValue,
    causedBy: event.cause ?? null,
    isClearing: event.cleared ?? false,
    techCode: event.techCode ?? null,
    techInfo: event.techInfo ?? null,
    sessionId: event.transactionId ?? null,
    monitorId: event.variableMonitoringId ?? null,
    origin: originFrom[event.eventNotificationType],
    severity: event.severity ?? null,
  };
}

/** In 2.0.1 a monitor does not say who put it there. */
type ReportedMonitor = Omit<MonitoringDataType['variableMonitoring'][number], 'eventNotificationType'> &
  Partial<Pick<MonitoringDataType['variableMonitoring'][number], 'eventNotificationType'>>;
type Reported = Omit<MonitoringDataType, 'variableMonitoring'> & { variableMonitoring: ReportedMonitor[] };
type Request = Omit<NotifyMonitoringReportRequest, 'monitor'> & { monitor?: Reported[] };

/** N02 */
export async function onNotifyMonitoringReport(
  { requestId, seqNo, tbc = false, generatedAt, monitor = [] }: Request,
  { stationId, charging, receivedAt }: HandlerContext<{ monitoring: Pick<Monitoring, 'recordReport'> }>,
): Promise<Record<string, never>> {
  await charging.monitoring.recordReport({
    stationId,
    requestId,
    seqNo,
    isLast: !tbc,
    generatedAt: stationTime(generatedAt, receivedAt),
    receivedAt,
    monitors: monitor.flatMap(toMonitors),
  });
  return {};
}

function toMonitors({ component, variable, variableMonitoring }: Reported): KnownMonitor[] {
  return variableMonitoring.map(({ id, type, value, severity, transaction, eventNotificationType: origin }) => ({
    id,
    place: placeFrom(component, variable),
    type: monitorTypeFrom[type],
    value,
    severity,
    onlyDuringSession: transaction,
    origin: origin === undefined ? null : originFrom[origin],
  }));
}
