import type { Handler } from '../../version.ts';
import type { Messages } from '../messages.generated.ts';
import { streamFrom } from '../streams.ts';

/** N11 */
export const onOpenPeriodicEventStream: Handler<Messages['OpenPeriodicEventStream']> = async (
  { constantStreamData },
  { stationId, charging },
) => {
  const answer = await charging.streams.open(stationId, streamFrom(constantStreamData));
  if (answer === 'accepted') return { status: 'Accepted' };
  return {
    status: 'Rejected',
    statusInfo: { reasonCode: 'TooManyElements', additionalInfo: 'Too many streams are open' },
  };
};
