import type { Streams } from '#charging/streams/open-streams.ts';
import type { Handler } from '../../handler.ts';
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
