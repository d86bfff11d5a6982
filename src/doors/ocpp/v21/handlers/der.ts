import type { Der } from '#charging/der/open-der.ts';
import type { Handler } from '../../handler.ts';
import { readControls } from '../../shared/der/read-controls.ts';
import { faultOf, readControlType } from '../../shared/der/wire-words.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';

/** R04: the controls the station holds, in as many parts as it likes. */
export const onReportDerControl: Handler<Messages['ReportDERControl'], { der: Pick<Der, 'recordReported'> }> = async (
  request,
  { stationId, charging },
) => {
  const { requestId, tbc = false } = request;
  await charging.der.recordReported({ stationId, requestId, controls: readControls(request), isLast: !tbc });
  return {};
};

/** R05: the grid behaves so that a control had to act, or does so no longer. */
export const onNotifyDerAlarm: Handler<Messages['NotifyDERAlarm'], { der: Pick<Der, 'recordAlarm'> }> = async (
  { controlType, gridEventFault, alarmEnded = false, timestamp, extraInfo },
  { stationId, charging, receivedAt },
) => {
  await charging.der.recordAlarm({
    stationId,
    type: readControlType(controlType),
    fault: gridEventFault === undefined ? null : faultOf[gridEventFault],
    hasEnded: alarmEnded,
    at: stationTime(timestamp, receivedAt),
    info: extraInfo ?? null,
  });
  return {};
};

/** R04: a control with a time of its own has begun, or its time is over. */
export const onNotifyDerStartStop: Handler<
  Messages['NotifyDERStartStop'],
  { der: Pick<Der, 'recordStartStop'> }
> = async ({ controlId, started, timestamp, supersededIds = [] }, { stationId, charging, receivedAt }) => {
  await charging.der.recordStartStop({
    stationId,
    controlId,
    hasStarted: started,
    at: stationTime(timestamp, receivedAt),
    supersededIds,
  });
  return {};
};
