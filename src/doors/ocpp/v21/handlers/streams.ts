import type { Streams } from '#charging/streams/open-streams.ts';
import type { Handler, HandlerContext } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';
import { streamFrom } from '../streams.ts';

/** N11 */
export const onOpenPeriodicEventStream: Handler<
  Messages['OpenPeriodicEventStream'],
  { streams: Pick<Streams, 'open'> }
> = async ({ constantStreamData }, { stationId, charging }) => {
  const answer = await charging.streams.open(stationId, streamFrom(constantStreamData));
  if (answer === 'accepted') return { status: 'Accepted' };
  return {
    status: 'Rejected',
    statusInfo: { reasonCode: 'TooManyElements', additionalInfo: 'Too many streams are open' },
  };
};

/** N13 */
export const onClosePeriodicEventStream: Handler<
  Messages['ClosePeriodicEventStream'],
  { streams: Pick<Streams, 'close'> }
> = async ({ id }, { stationId, charging }) => {
  await charging.streams.close(stationId, id);
  return {};
};

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
