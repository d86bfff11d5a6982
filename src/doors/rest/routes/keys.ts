import { keyApi } from '#contract/api/keys.ts';
import { mustKnowSites } from '../must-know-sites.ts';
import { serve } from '../route.ts';

export const keyRoutes = serve(keyApi, {
  list: async (_asked, { principals }) => ({ keys: await principals.listKeys() }),
  async create({ body, actor }, needs) {
    await mustKnowSites(needs, body.sites ?? []);
    return needs.principals.createKey(body, actor);
  },
  revoke: ({ params, actor }, { principals }) => principals.revokeKey(params.id, actor),
});
