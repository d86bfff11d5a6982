import { z } from 'zod';
import { messageList, messageQuery } from '#contract/message.ts';
import { stationId } from '#contract/station.ts';
import { defineRoute } from '../route.ts';

export const listMessages = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/messages',
  access: 'read',
  scope: 'stations:read',
  summary: 'What a station and we said to each other, frame by frame',
  params: z.object({ id: stationId }),
  query: messageQuery,
  answer: messageList,
  handle: async ({ params, query }, { messages }) => ({ messages: await messages(params.id, query) }),
});
