import { scheduleApi } from '#contract/api/schedules.ts';
import { serve } from '../route.ts';

export const scheduleRoutes = serve(scheduleApi, {
  list: async ({ params }, { charging }) => ({ schedules: await charging.schedules.find(params.id) }),
  plan: async ({ params, body, actor }, { charging }) => ({
    scheduleId: await charging.schedules.plan(params.id, body, actor),
  }),
  dropPlanned: async ({ params, actor }, { charging }) =>
    charging.schedules.dropPlanned(params.id, params.scheduleId, actor),
  composites: async ({ params }, { charging }) => ({
    compositeSchedules: await charging.schedules.composites(params.id),
  }),
  limits: ({ params }, { charging }) => charging.schedules.limits(params.id),
  evNeeds: ({ params }, { charging }) => charging.schedules.evNeeds(params.id),
  evSchedules: async ({ params }, { charging }) => ({ evSchedules: await charging.schedules.evSchedules(params.id) }),
  priorityCharging: async ({ params }, { charging }) => ({
    priorityCharging: await charging.schedules.priorityCharging(params.id),
  }),
});
