import { connectedAgentApi } from '#contract/api/connected-agents.ts';
import { identify } from '../identify.ts';
import { placeOf } from '../oauth/place.ts';
import { serve } from '../route.ts';

export const connectedAgentRoutes = serve(connectedAgentApi, {
  list: async ({ actor }, { principals }) => ({ agents: await principals.oauth.listConnectedAgents(actor) }),
  disconnect: ({ params, actor }, { principals }) => principals.oauth.disconnectAgent(params.id, actor),
  async readRequest({ query, request }, needs) {
    const { actor } = await identify(request, needs.principals);
    return needs.principals.oauth.describeRequest(placeOf(request, needs), query.request, actor);
  },
  decide: async ({ body, actor, request }, needs) => ({
    redirectTo: await needs.principals.oauth.answerRequest(placeOf(request, needs), body, actor),
  }),
});
