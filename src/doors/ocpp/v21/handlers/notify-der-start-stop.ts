import type { Der } from '#charging/der/open-der.ts';
import type { Handler } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';

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
