import { findingApi } from '#contract/api/findings.ts';
import { serve } from '../route.ts';

export const findingRoutes = serve(findingApi, {
  list: ({ query }, { charging }) => charging.health.findings(query),
  risks: async ({ query }, { charging }) => ({ risks: await charging.health.risks(query) }),
  cohorts: async (_asked, { charging }) => ({ cohorts: await charging.health.cohorts() }),
  diagnose: ({ params }, { charging }) => charging.health.diagnose(params.id),
  get: ({ params }, { charging }) => charging.health.finding(params.id),
  close: ({ params, body, actor }, { charging }) => charging.health.close(params.id, body, actor),
});
