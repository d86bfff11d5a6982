import type { Streams } from '#charging/streams/open-streams.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

/** N13 */
export const onClosePeriodicEventStream: Handler<
  Messages['ClosePeriodicEventStream'],
  { streams: Pick<Streams, 'close'> }
> = async ({ id }, { stationId, charging }) => {
  await charging.streams.close(stationId, id);
  return {};
};
