import { driverApi } from '#contract/api/drivers.ts';
import { mustBeAllowed } from '#principals/may.ts';
import { driverFor, maySeePersonalData } from '#principals/personal-data.ts';
import { serve } from '../route.ts';

export const driverRoutes = serve(driverApi, {
  async list({ query, actor }, { charging }) {
    const isInEmail = maySeePersonalData(actor);
    const page = await charging.drivers.find({ ...query, isInEmail });
    return { ...page, drivers: page.drivers.map((each) => driverFor(actor, each)) };
  },
  get: async ({ params, actor }, { charging }) => driverFor(actor, await charging.drivers.get(params.id)),
  add: async ({ body, actor }, { charging }) => driverFor(actor, await charging.drivers.add(body, actor)),
  change: async ({ params, body, actor }, { charging }) =>
    driverFor(actor, await charging.drivers.change(params.id, body, actor)),
  forget: ({ params, actor }, { charging }) => charging.drivers.forget(params.id, actor),
  import({ body, actor }, { charging, principals }) {
    mustBeAllowed(principals.may(actor.principal, { access: 'operate', scope: 'tokens:change' })); // it enters tokens too
    return charging.drivers.importCsv(body, actor);
  },
});
