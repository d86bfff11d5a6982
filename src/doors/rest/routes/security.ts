import { securityApi } from '#contract/api/security.ts';
import { serve } from '../route.ts';

export const securityRoutes = serve(securityApi, {
  get: ({ params }, { charging }) => charging.security.get(params.id),
  events: ({ params, query }, { charging }) => charging.security.findEvents(params.id, query),
  upgrade: ({ params }, { charging }) => charging.securityUpgrades.find(params.id),
  startUpgrade: ({ params: { id: stationId }, body, actor }, { charging }) =>
    charging.securityUpgrades.start({ stationId, ...body }, actor),
  abandonUpgrade: ({ params, actor }, { charging }) => charging.securityUpgrades.abandon(params.id, actor),
  setFloor: ({ params: { id: stationId }, body, actor }, { charging }) =>
    charging.security.setFloor({ stationId, ...body, actor }),
  acknowledge: ({ params: { id, eventId }, body: { note = null }, actor }, { charging }) =>
    charging.security.acknowledge({ stationId: id, eventId, note, actor }),
});
