import { z } from 'zod';
import { sessionLimitView } from '#contract/sessions/limits.ts';
import { defineRoute } from '../route.ts';

export const getSessionLimits = defineRoute({
  method: 'GET',
  path: '/api/sessions/:id/limits',
  access: 'read',
  scope: 'sessions:read',
  summary: 'Where a session is to end by itself: what was asked for and what the station says holds',
  params: z.object({ id: z.uuid() }),
  answer: sessionLimitView,
  handle: ({ params }, { charging }) => charging.sessionLimits.view(params.id),
});
