import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

/** The link has noted that the station was heard; the answer sets its clock. */
export const onHeartbeat: Handler<Messages['Heartbeat']> = async (_request, { receivedAt }) => ({
  currentTime: receivedAt.toISOString(),
});
