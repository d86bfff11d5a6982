import { stationApi } from '#contract/api/stations.ts';
import { serve } from '../route.ts';

export const stationRoutes = serve(stationApi, {
  list: ({ query }, { charging }) => charging.findStations(query),
  get: ({ params }, { charging }) => charging.getStation(params.id),
  accept: ({ params, body, actor }, { charging }) => charging.acceptStation(params.id, body, actor),
  renewPassword: ({ params, actor }, { charging }) => charging.renewPassword(params.id, actor),
  exemptFromPassword: ({ params, body, actor }, { charging }) => charging.exemptFromPassword(params.id, body, actor),
  endExemption: ({ params, actor }, { charging }) => charging.endExemption(params.id, actor),
  reject: ({ params, body, actor }, { charging }) => charging.rejectStation(params.id, body, actor),
});
