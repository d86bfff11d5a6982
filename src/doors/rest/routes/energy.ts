import { energyApi } from '#contract/api/energy.ts';
import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import type { Actor } from '#principals/actor.ts';
import { mayNameDrivers } from '#principals/personal-data.ts';
import { type RouteNeeds, serve } from '../route.ts';

export const energyRoutes = serve(energyApi, {
  list: async (_asked, { charging }) => ({ sites: await charging.energy.list() }),
  get: ({ params }, { charging }) => charging.energy.get(params.id),
  set: ({ params, body, actor }, { charging }) => charging.energy.set(params.id, body, actor),
  remove: ({ params, actor }, { charging }) => charging.energy.remove(params.id, actor),
  status: ({ params }, { charging }) => charging.energy.status(params.id),
  plan: async ({ params, actor }, needs) => namedFor(actor, needs, await needs.charging.energy.plan(params.id)),
  preview: async ({ params, body, actor }, needs) =>
    namedFor(actor, needs, await needs.charging.energy.preview(params.id, body)),
  apply: ({ params, actor }, { charging }) => charging.energy.apply(params.id, actor),
  limits: async ({ params }, { charging }) => ({ limits: await charging.energy.limits(params.id) }),
  setLimit: async ({ params, body, actor }, { charging }) => ({
    limits: await charging.energy.setLimit(params.id, body, actor),
  }),
  removeLimit: async ({ params, actor }, { charging }) => ({
    limits: await charging.energy.removeLimit(params.id, params.nodeId, actor),
  }),
  unlearn: ({ params, actor }, { charging }) => charging.energy.unlearn(params.id, params.stationId, actor),
  addReadings: ({ params, body }, { charging }) => charging.energy.addReadings(params.id, body.readings),
  series: async ({ params }, { charging }) => ({ series: await charging.energy.series(params.id) }),
  importSeries: ({ params, body, actor }, { charging }) => charging.energy.importSeries(params.id, body, actor),
  removeSeries: ({ params, actor }, { charging }) => charging.energy.removeSeries(params.id, params.kind, actor),
  need: ({ params }, { charging }) => charging.energy.need(params.id),
  setNeed: ({ params, body, actor }, { charging }) =>
    charging.energy.setNeed(params.id, body, { actor, source: 'operator' }),
  removeNeed: ({ params, actor }, { charging }) => charging.energy.removeNeed(params.id, actor),
});

function namedFor(
  actor: Actor,
  { charging, principals }: RouteNeeds,
  plan: EnergyPlan,
): EnergyPlan | Promise<EnergyPlan> {
  return mayNameDrivers(principals, actor) ? charging.energy.nameDrivers(plan) : plan;
}
