import { tariffApi } from '#contract/api/tariffs.ts';
import { serve } from '../route.ts';

export const tariffRoutes = serve(tariffApi, {
  list: async (_asked, { charging }) => ({ tariffs: await charging.tariffs.list() }),
  get: ({ params }, { charging }) => charging.tariffs.detail(params.id),
  add: ({ body, actor }, { charging }) => charging.tariffs.add(body, actor),
  addText: ({ body, actor }, { charging }) => charging.tariffs.addText(body, actor),
  retire: ({ params, query, actor }, { charging }) =>
    charging.tariffs.retire(params.id, { isForced: query.force }, actor),
  try: ({ params, body }, { charging }) => charging.tariffs.tryOut(params.id, body),
  ofStation: ({ params }, { charging }) => charging.tariffs.ofStation(params.id),
  costs: async ({ params, query }, { charging }) => ({ costs: await charging.tariffs.costs(params.id, query.limit) }),
  assignments: async (_asked, { charging }) => ({ assignments: await charging.tariffs.assignments() }),
  assign: ({ body, actor }, { charging }) => charging.tariffs.assign(body, actor),
  unassign: ({ params, actor }, { charging }) => charging.tariffs.unassign(params.id, actor),
});
