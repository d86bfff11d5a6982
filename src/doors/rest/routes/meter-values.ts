import { meterValueApi } from '#contract/api/meter-values.ts';
import { serve } from '../route.ts';

export const meterValueRoutes = serve(meterValueApi, {
  ofSession: async ({ params, query }, { charging }) => ({
    messages: await charging.meterValues.ofSession(params.id, query.limit),
  }),
  ofStation: async ({ params, query }, { charging }) => ({
    messages: await charging.meterValues.ofStation(params.id, query.limit),
  }),
  curve: ({ params, query }, { charging }) => charging.meterValues.curve(params.id, query),
  signed: ({ params, query }, { charging }) => charging.meterValues.signed(params.id, query.limit),
  keys: async ({ params }, { charging }) => ({ keys: await charging.meterValues.keys(params.id) }),
  setKeys: async ({ params, body, actor }, { charging }) => ({
    keys: await charging.meterValues.setKeys(params.id, body.keys, actor),
  }),
});
