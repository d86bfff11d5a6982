import { tokenApi } from '#contract/api/tokens.ts';
import { serve } from '../route.ts';

export const tokenRoutes = serve(tokenApi, {
  list: ({ query }, { charging }) => charging.authorization.find(query),
  get: ({ params }, { charging }) => charging.authorization.get(params.id),
  find: ({ body }, { charging }) => charging.authorization.findByValue(body.value),
  hash: async ({ body }, { charging }) => ({ hash: await charging.authorization.idOfPrinted(body.value) }),
  add: ({ body, actor }, { charging }) => charging.authorization.add(body, actor),
  change: ({ params, body, actor }, { charging }) => charging.authorization.change(params.id, body, actor),
  block: ({ params, actor }, { charging }) => charging.authorization.change(params.id, { isBlocked: true }, actor),
  unblock: ({ params, actor }, { charging }) => charging.authorization.change(params.id, { isBlocked: false }, actor),
  remove: ({ params, actor }, { charging }) => charging.authorization.remove(params.id, actor),
  refusals: async ({ query }, { charging }) => ({ refusals: await charging.authorization.refusals(query) }),
  try: ({ body }, { charging }) => charging.authorization.tryOut(body),
});
