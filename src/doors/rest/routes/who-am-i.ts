import { whoAmI as answer } from '#contract/agents/principal.ts';
import { identify } from '../identify.ts';
import { defineRoute } from '../route.ts';

export const whoAmI = defineRoute({
  method: 'GET',
  path: '/api/me',
  access: 'open', // the console asks it to learn whether a key is needed at all
  summary: 'Who the key or the signed-in browser belongs to, and whether a key is needed for reading',
  answer,
  async handle({ request }, { principals }) {
    const { actor } = await identify(request, principals);
    return { principal: actor.principal, mustSignIn: principals.mustSignIn };
  },
});
