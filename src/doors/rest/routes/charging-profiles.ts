import { chargingProfileApi } from '#contract/api/charging-profiles.ts';
import { serve } from '../route.ts';

export const chargingProfileRoutes = serve(chargingProfileApi, {
  list: async ({ params }, { charging }) => ({ chargingProfiles: await charging.chargingProfiles.find(params.id) }),
  plan: async ({ params, body, actor }, { charging }) => ({
    chargingProfileId: await charging.chargingProfiles.plan(params.id, body, actor),
  }),
  dropPlanned: async ({ params, actor }, { charging }) =>
    charging.chargingProfiles.dropPlanned(params.id, params.chargingProfileId, actor),
  composites: async ({ params }, { charging }) => ({
    compositeSchedules: await charging.chargingProfiles.composites(params.id),
  }),
  limits: ({ params }, { charging }) => charging.chargingProfiles.limits(params.id),
  evNeeds: ({ params }, { charging }) => charging.chargingProfiles.evNeeds(params.id),
  evSchedules: async ({ params }, { charging }) => ({
    evSchedules: await charging.chargingProfiles.evSchedules(params.id),
  }),
  priorityCharging: async ({ params }, { charging }) => ({
    priorityCharging: await charging.chargingProfiles.priorityCharging(params.id),
  }),
});
