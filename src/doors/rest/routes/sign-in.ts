import { signIn as given, whoAmI } from '#contract/agents/principal.ts';
import { defineRoute } from '../route.ts';
import { keepSignIn } from '../sign-in-cookie.ts';

export const signIn = defineRoute({
  method: 'POST',
  path: '/api/sign-in',
  access: 'open',
  summary: 'Exchanges a key for a signed-in browser',
  body: given,
  answer: whoAmI,
  async handle({ body, request, reply }, { principals, config }) {
    const { cookie, principal } = await principals.signIn(body.key, { address: request.ip });
    keepSignIn(reply, cookie, config);
    return { principal, mustSignIn: principals.mustSignIn };
  },
});
