import { stationDetailApi } from '#contract/api/station-details.ts';
import type { EventKind } from '#contract/events/events.ts';
import { serve } from '../route.ts';

/** Readings have curves of their own, and a session is told by its begin and its end. */
const noise: readonly EventKind[] = ['meter-values', 'token-accepted', 'session-event'];
const maxSessionEvents = 1000;

export const stationDetailRoutes = serve(stationDetailApi, {
  firmware: ({ params }, { charging }) => charging.firmware.find(params.id),
  logs: ({ params }, { charging }) => charging.logs.find(params.id),
  displayMessages: ({ params }, { charging }) => charging.displays.of(params.id),
  der: ({ params }, { charging }) => charging.der.view(params.id),
  batterySwaps: async ({ params }, { charging }) => ({ batterySwaps: await charging.batterySwaps.find(params.id) }),
  desiredSettings: async ({ params }, { charging }) => ({ settings: await charging.desiredSettings.view(params.id) }),
  async events({ params: { id: stationId }, query: { from, to, limit } }, { charging, ledger }) {
    await charging.getStation(stationId); // who may not see the station learns nothing of it
    const window = { stationId, happenedFrom: from, happenedTo: to, isNewest: true };
    const [facts, read] = await Promise.all([
      ledger.read({ ...window, exceptKinds: noise, limit }),
      ledger.read({ ...window, kinds: ['session-event'], limit: maxSessionEvents }),
    ]);
    const oldest = facts.length === limit ? (facts[0]?.happenedAt ?? '') : '';
    const sessions = read.filter(({ body, happenedAt }) => body['type'] !== 'updated' && happenedAt >= oldest);
    const events = [...facts, ...sessions].toSorted((one, other) => (one.happenedAt < other.happenedAt ? 1 : -1));
    return { events, hasMore: facts.length === limit || read.length === maxSessionEvents };
  },
  async place({ params: { id: stationId } }, { charging }) {
    await charging.getStation(stationId);
    const place = await charging.sites.placeOf(stationId);
    return { site: place && { id: place.siteId, name: place.site.name }, note: place?.note ?? null };
  },
  heartbeats: async ({ params }, { messages }) => ({ days: await messages.heartbeats(params.id) }),
});
