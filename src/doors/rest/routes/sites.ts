import { siteApi } from '#contract/api/sites.ts';
import { serve } from '../route.ts';

export const siteRoutes = serve(siteApi, {
  list: async (_asked, { charging }) => ({ sites: await charging.sites.list() }),
  get: ({ params }, { charging }) => charging.sites.get(params.id),
  add: ({ body, actor }, { charging }) => charging.sites.add(body, actor),
  change: ({ params, body, actor }, { charging }) => charging.sites.change(params.id, body, actor),
  remove: ({ params, actor }, { charging }) => charging.sites.remove(params.id, actor),
  placeStation: ({ params, body, actor }, { charging }) =>
    charging.sites.placeStation({ siteId: params.id, stationId: params.stationId, place: body, actor }),
  takeStation: ({ params, actor }, { charging }) =>
    charging.sites.takeStation({ siteId: params.id, stationId: params.stationId, actor }),
  placeDevice: ({ params, body, actor }, { charging }) =>
    charging.sites.placeDevice({ siteId: params.id, deviceId: params.deviceId, place: body, actor }),
  takeDevice: ({ params, actor }, { charging }) =>
    charging.sites.takeDevice({ siteId: params.id, deviceId: params.deviceId, actor }),
});
