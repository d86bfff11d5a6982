import { z } from 'zod';
import { eventPage, eventQuery } from '#contract/event.ts';
import { parsePosition } from '#ledger/position.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { streamEvents } from '../event-stream.ts';
import { admit } from '../identify.ts';
import { defineRoute } from '../route.ts';

export const followEvents = defineRoute({
  method: 'GET',
  path: '/api/events',
  access: 'read',
  turn: 'none',
  scope: 'events:read',
  summary:
    'Events as they happen (server-sent events, resumed by Last-Event-ID or ?after=), or a page of them for Accept: application/json',
  query: eventQuery,
  answer: eventPage,
  content: { 'text/event-stream': z.string().describe('event: the kind, id: the position, data: the event as JSON') },
  async handle(
    { query, actor, request, reply },
    { ledger, principals, config, log, stopping, refusals, sessionChanges, liveReaders },
  ) {
    if (query.sessions) mustBeAllowed(principals.may(actor.principal, { access: 'read', scope: 'sessions:read' }));
    const since = request.headers['last-event-id']?.toString() ?? query.after;
    if (since !== undefined) parsePosition(since); // told now: once the stream has begun there is no status left to say it with
    if (wantsPage(request.headers.accept)) {
      const isNewest = query.from === 'newest';
      const events = await ledger.read({ after: since, isNewest, limit: query.limit });
      const hasMore = events.length === query.limit && !isNewest;
      return { events, next: hasMore ? (events.at(-1)?.id ?? null) : null };
    }
    const from = since ?? (await ledger.head());
    // A key may end while its stream goes on, so the right to read is asked for again now and then.
    const end = liveReaders.begin(actor, request.ip);
    await streamEvents({
      ledger,
      from,
      reply,
      log,
      stopping,
      ...(query.sessions && { sessionChanges }),
      stillAllowed: () => admit(request, { principals, config, refusals }),
    }).finally(end);
    return reply;
  },
});

function wantsPage(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}
