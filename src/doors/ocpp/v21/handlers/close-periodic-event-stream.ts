import type { Handler } from '../../version.ts';
import type { Messages } from '../messages.generated.ts';

/** N13 */
export const onClosePeriodicEventStream: Handler<Messages['ClosePeriodicEventStream']> = async (
  { id },
  { stationId, charging },
) => {
  await charging.streams.close(stationId, id);
  return {};
};
