import { eventFilter, stationFilter } from '#charging/read-within-sites.ts';
import { eventApi } from '#contract/api/events.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { parsePosition } from '#ledger/position.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { streamEvents } from '../event-stream.ts';
import { admit } from '../identify.ts';
import { serve } from '../route.ts';

export const eventRoutes = serve(eventApi, {
  async follow(
    { query, actor, request, reply },
    { ledger, charging, principals, config, log, stopping, refusals, sessionChanges, stationChanges, liveReaders },
  ) {
    if (query.sessions) mustBeAllowed(principals.may(actor.principal, { access: 'read', scope: 'sessions:read' }));
    const maySeeStations = principals.may(actor.principal, { access: 'read', scope: 'stations:read' }).isAllowed;
    const isShown = eventFilter(charging);
    const since = request.headers['last-event-id']?.toString() ?? query.after;
    if (since !== undefined) parsePosition(since); // told now: once the stream has begun there is no status left to say it with
    if (wantsPage(request.headers.accept)) {
      const isNewest = query.from === 'newest';
      const read = await ledger.read({ after: since, isNewest, limit: query.limit });
      const hasMore = read.length === query.limit && !isNewest;
      const events = isShown === undefined ? read : await asyncFilter(read, isShown);
      return { events, next: hasMore ? (read.at(-1)?.id ?? null) : null };
    }
    const from = since ?? (await ledger.head());
    // A key may end while its stream goes on, so the right to read is asked for again now and then.
    const end = liveReaders.begin(actor, callerAddress(request.raw));
    await streamEvents({
      ledger,
      from,
      reply,
      log,
      stopping,
      ...(query.sessions && { sessionChanges }),
      // A page about something else stays live for whoever may not see stations.
      ...(query.stations && maySeeStations && { stationChanges }),
      isShown,
      isOfCaller: stationFilter(charging),
      stillAllowed: () => admit(request, { principals, config, refusals }),
    }).finally(end);
    return reply;
  },
});

async function asyncFilter<Item>(items: readonly Item[], isFitting: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const fits = await Promise.all(items.map(isFitting));
  return items.filter((_item, index) => fits[index]);
}

function wantsPage(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('text/event-stream');
}
