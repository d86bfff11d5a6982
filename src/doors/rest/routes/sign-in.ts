import { signInApi } from '#contract/api/sign-in.ts';
import { sendConsole } from '../console-files.ts';
import { identify } from '../identify.ts';
import { keyPage, linkRefusedPage, sendPage } from '../pages.ts';
import { serve } from '../route.ts';
import { endSignIn, keepSignIn, signInCookieOf } from '../sign-in-cookie.ts';

export const signInRoutes = serve(signInApi, {
  async whoAmI({ request }, { principals }) {
    const { actor } = await identify(request, principals);
    return { principal: actor.principal, mustSignIn: principals.mustSignIn };
  },
  async signIn({ body, request, reply }, { principals, config }) {
    const { cookie, principal } = await principals.signIn(body.key, { address: request.ip });
    keepSignIn(reply, cookie, config);
    return { principal, mustSignIn: principals.mustSignIn };
  },
  async signOut({ request, reply }, { principals, config }) {
    const cookie = signInCookieOf(request);
    if (cookie !== undefined) await principals.signOut(cookie);
    endSignIn(reply, config);
  },
  async useLink({ query, request, reply }, { principals, config, consoleFolder }) {
    // A browser that only looks ahead must not use the link up.
    const isLookingAhead = /prefetch|prerender/.test(
      String(request.headers['sec-purpose'] ?? request.headers['purpose'] ?? ''),
    );
    if (query.code === undefined || isLookingAhead) return sendConsole(reply, request, consoleFolder);
    const signedIn = await principals.signInWithCode(query.code, { address: request.ip });
    if (signedIn === undefined) return sendPage(reply.status(401), linkRefusedPage(request));
    keepSignIn(reply, signedIn.cookie, config);
    return sendPage(reply, keyPage(request, signedIn.created.secret));
  },
});
