import { z } from 'zod';
import { excludeOutage as exclusion, outage, outageList, outageQuery } from '#contract/stations/outage.ts';
import { defineRoute } from '../route.ts';

export const listOutages = defineRoute({
  method: 'GET',
  path: '/api/outages',
  access: 'read',
  scope: 'reports:read',
  summary: 'When ports could not charge and why, newest first',
  query: outageQuery,
  answer: outageList,
  handle: async ({ query }, { charging }) => ({ outages: await charging.outages.find(query) }),
});

export const excludeOutage = defineRoute({
  method: 'POST',
  path: '/api/outages/:id/exclude',
  access: 'operate',
  scope: 'reports:change',
  summary: 'Says why an outage does not count against uptime, or that it counts again',
  params: z.object({ id: z.uuid() }),
  body: exclusion,
  answer: outage,
  handle: ({ params, body, actor }, { charging }) => charging.outages.exclude(params.id, body, actor),
});
