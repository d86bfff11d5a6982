import { keyApi } from '#contract/api/keys.ts';
import { serve } from '../route.ts';

export const keyRoutes = serve(keyApi, {
  list: async (_asked, { principals }) => ({ keys: await principals.listKeys() }),
  create: ({ body, actor }, { principals }) => principals.createKey(body, actor),
  revoke: ({ params, actor }, { principals }) => principals.revokeKey(params.id, actor),
});
