import { localListApi } from '#contract/api/local-lists.ts';
import { serve } from '../route.ts';

export const localListRoutes = serve(localListApi, {
  get: ({ params, query }, { charging }) => charging.localLists.view(params.id, query),
  list: async ({ query }, { charging }) => ({ lists: await charging.localLists.all(query) }),
  setMode: ({ params, body, actor }, { charging }) => charging.localLists.setMode(params.id, body, actor),
});
