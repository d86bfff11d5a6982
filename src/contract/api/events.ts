import { z } from 'zod';
import { eventPage, eventQuery } from '../event.ts';
import { allow, defineApi } from './define-api.ts';

export const eventApi = defineApi('events', {
  follow: allow('read', 'events:read')(
    'GET /api/events',
    'Events as they happen (server-sent events, resumed by Last-Event-ID or ?after=), or a page of them for Accept: application/json',
    {
      query: eventQuery,
      turn: 'none',
      answer: eventPage,
      content: {
        'text/event-stream': z.string().describe('event: the kind, id: the position, data: the event as JSON'),
      },
    },
  ),
});
