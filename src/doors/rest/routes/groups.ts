import { groupApi } from '#contract/api/groups.ts';
import { serve } from '../route.ts';

export const groupRoutes = serve(groupApi, {
  list: async (_asked, { charging }) => ({ groups: await charging.authorization.groups() }),
  get: ({ params }, { charging }) => charging.authorization.getGroup(params.id),
  add: ({ body, actor }, { charging }) => charging.authorization.addGroup(body, actor),
  change: ({ params, body, actor }, { charging }) => charging.authorization.changeGroup(params.id, body, actor),
  remove: ({ params, actor }, { charging }) => charging.authorization.removeGroup(params.id, actor),
});
