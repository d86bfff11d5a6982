import { monitoringApi } from '#contract/api/monitoring.ts';
import { serve } from '../route.ts';

export const monitoringRoutes = serve(monitoringApi, {
  monitors: ({ params }, { charging }) => charging.monitoring.view(params.id),
  alerts: async ({ params, query }, { charging }) => ({ alerts: await charging.monitoring.alerts(params.id, query) }),
  streams: async ({ params }, { charging }) => ({ streams: await charging.streams.find(params.id) }),
  samples: async ({ params: { id, streamId }, query }, { charging }) => ({
    samples: await charging.streams.samples({ stationId: id, streamId, ...query }),
  }),
});
