import type { Der } from '#charging/der/open-der.ts';
import type { Handler } from '../../handler.ts';
import { faultOf, readControlType } from '../../shared/der/wire-words.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';

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
