import { z } from 'zod';
import { heartbeatList } from '#contract/stations/message.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const listHeartbeats = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/heartbeats',
  access: 'read',
  scope: 'stations:read',
  summary: 'How many heartbeats a station sent on each day; the recorder counts them instead of keeping each',
  params: z.object({ id: stationId }),
  answer: heartbeatList,
  handle: async ({ params }, { messages }) => ({ days: await messages.heartbeats(params.id) }),
});
