import { eventApi } from '#contract/api/events.ts';
import { parsePosition } from '#ledger/position.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { streamEvents } from '../event-stream.ts';
import { admit } from '../identify.ts';
import { serve } from '../route.ts';

export const eventRoutes = serve(eventApi, {
  async follow(
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
