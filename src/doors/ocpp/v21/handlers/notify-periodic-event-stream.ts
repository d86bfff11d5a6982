import type { Streams } from '#charging/streams/open-streams.ts';
import type { HandlerContext } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';

/** N15: the one message that is sent and never answered. */
export async function onNotifyPeriodicEventStream(
  { id, data, pending, basetime }: Messages['NotifyPeriodicEventStream']['request'],
  { stationId, charging, receivedAt }: HandlerContext<{ streams: Pick<Streams, 'take'> }>,
): Promise<never> {
  await charging.streams.take({
    stationId,
    streamId: id,
    receivedAt,
    baseTime: stationTime(basetime, receivedAt),
    samples: data.map(({ t, v }) => ({ offsetSeconds: t, value: v })),
    pending,
  });
  return undefined as never; // there is no answer to make
}
