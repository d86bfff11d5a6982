import { z } from 'zod';
import { askStart, askStop, orderQuery, sessionOrder } from '#contract/sessions/order.ts';
import { defineRoute } from '../route.ts';
import { untilLeft } from '../until-left.ts';

export const startSession = defineRoute({
  method: 'POST',
  path: '/api/sessions/start',
  access: 'operate',
  scope: 'stations:command',
  summary: 'Asks a station to start a session; with wait, tells whether it has really started',
  query: orderQuery,
  body: askStart,
  answer: sessionOrder,
  handle: ({ query, body, actor, reply }, { charging, stopping }) =>
    charging.startSession({ ...body, actor, waitSeconds: query.wait, leaving: untilLeft(reply, stopping) }),
});

export const stopSession = defineRoute({
  method: 'POST',
  path: '/api/sessions/:id/stop',
  access: 'operate',
  scope: 'stations:command',
  summary: 'Asks the station to stop a running session; with wait, tells whether it has really ended',
  params: z.object({ id: z.uuid() }),
  query: orderQuery,
  body: askStop,
  answer: sessionOrder,
  handle: ({ params, query, body, actor, reply }, { charging, stopping }) =>
    charging.stopSession({
      ...body,
      sessionId: params.id,
      actor,
      waitSeconds: query.wait,
      leaving: untilLeft(reply, stopping),
    }),
});
