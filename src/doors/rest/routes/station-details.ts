import { stationDetailApi } from '#contract/api/station-details.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { serve } from '../route.ts';
import { eventsOfTopic } from './station-topic-query.ts';

export const stationDetailRoutes = serve(stationDetailApi, {
  firmware: ({ params }, { charging }) => charging.firmware.find(params.id),
  logs: ({ params }, { charging }) => charging.logs.find(params.id),
  displayMessages: ({ params }, { charging }) => charging.displays.of(params.id),
  der: ({ params }, { charging }) => charging.der.view(params.id),
  batterySwaps: async ({ params }, { charging }) => ({ batterySwaps: await charging.batterySwaps.find(params.id) }),
  desiredSettings: async ({ params }, { charging }) => ({ settings: await charging.desiredSettings.view(params.id) }),
  async events({ params: { id: stationId }, query: { from, to, topic, before, limit } }, { charging, ledger }) {
    await charging.getStation(stationId); // who may not see the station learns nothing of it
    const window = { stationId, happenedFrom: from, happenedTo: to, before, limit, isNewest: true };
    const events = await ledger.read({ ...window, ...eventsOfTopic(topic) });
    const next = events.length === limit ? (events[0]?.id ?? null) : null;
    return { events: events.toReversed().toSorted(byTime), next };
  },
  async place({ params: { id: stationId } }, { charging }) {
    await charging.getStation(stationId);
    const place = await charging.sites.placeOf(stationId);
    return { site: place && { id: place.siteId, name: place.site.name }, note: place?.note ?? null };
  },
  heartbeats: async ({ params }, { messages }) => ({ days: await messages.heartbeats(params.id) }),
});

/** A station that was offline tells late; what happened at the same moment stays as it was recorded. */
function byTime(one: LedgerEvent, other: LedgerEvent): number {
  return Date.parse(other.happenedAt) - Date.parse(one.happenedAt);
}
