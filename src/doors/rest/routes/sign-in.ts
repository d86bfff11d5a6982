import type { FastifyReply, FastifyRequest } from 'fastify';
import { SigecError } from '#base/errors.ts';
import type { WhoAmI } from '#contract/agents/principal.ts';
import { signInApi } from '#contract/api/sign-in.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { hasPasskeys, type Place, placeOf } from '#principals/people/passkeys.ts';
import type { Browser, SignedIn } from '#principals/sign-in.ts';
import { sendConsole } from '../console-files.ts';
import { identify } from '../identify.ts';
import { goOnPage, keyPage, linkRefusedPage, oidcRefusedPage, sendPage } from '../pages.ts';
import { type RouteNeeds, serve } from '../route.ts';
import { endSignIn, keepOidcState, keepSignIn, signInCookieOf, takeOidcState } from '../sign-in-cookie.ts';

export const signInRoutes = serve(signInApi, {
  async whoAmI({ request }, { principals }) {
    const { actor } = await identify(request, principals);
    return { principal: actor.principal, mustSignIn: principals.mustSignIn };
  },
  async signIn({ body, request, reply }, { principals, config }) {
    return admitted(await principals.signIn(body.key, browserOf(request)), reply, { principals, config });
  },
  async ways({ request }, { principals, config }) {
    const { oidc } = principals.people;
    return {
      passkeys: hasPasskeys(placeOf(config, request)),
      oidc: oidc === undefined ? null : { button: oidc.button },
    };
  },
  withPassword: async ({ body, request, reply }, needs) =>
    admitted(await needs.principals.people.signInWithPassword(body, browserOf(request)), reply, needs),
  passkeyOptions: ({ request }, needs) => needs.principals.people.signInOptions(hereOf(request, needs)),
  withPasskey: async ({ body, request, reply }, needs) =>
    admitted(await needs.principals.people.signInWithPasskey(body, hereOf(request, needs)), reply, needs),
  lookAtInvitation: ({ body, request }, { principals }) =>
    principals.people.lookAtInvitation(body.code, browserOf(request)),
  invitationOptions: ({ body, request }, needs) =>
    needs.principals.people.invitationOptions(body.code, hereOf(request, needs)),
  acceptInvitation: async ({ body, request, reply }, needs) =>
    admitted(await needs.principals.people.acceptInvitation(body, hereOf(request, needs)), reply, needs),
  async beginOidc({ query, request, reply }, { principals, config }) {
    const { oidc } = principals.people;
    if (oidc === undefined) throw new SigecError('NOT_FOUND', 'No identity provider is set up here; see OIDC_ISSUER.');
    const { url, state } = await oidc.begin(placeOf(config, request).origin, {
      next: query.next,
      browser: browserOf(request),
    });
    keepOidcState(reply, state, config);
    return reply.redirect(url, 303);
  },
  async endOidc({ request, reply }, { principals, config }) {
    const { oidc } = principals.people;
    if (oidc === undefined) throw new SigecError('NOT_FOUND', 'No identity provider is set up here; see OIDC_ISSUER.');
    const state = takeOidcState(request, reply);
    try {
      const { search } = new URL(request.url, 'http://ours');
      const { cookie, next } = await oidc.end(search, state, browserOf(request));
      keepSignIn(reply, cookie, config);
      // The strict cookie is not sent on a way that began at another site, so the page itself goes on.
      return await sendPage(reply, goOnPage(request, next));
    } catch (error) {
      if (!(error instanceof SigecError)) throw error;
      return sendPage(reply.status(401), oidcRefusedPage(request, error));
    }
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
    const signedIn = await principals.signInWithCode(query.code, browserOf(request));
    if (signedIn === undefined) return sendPage(reply.status(401), linkRefusedPage(request));
    keepSignIn(reply, signedIn.cookie, config);
    return sendPage(reply, keyPage(request, signedIn.created.secret));
  },
});

export function browserOf(request: FastifyRequest): Browser {
  return { address: callerAddress(request.raw), name: request.headers['user-agent'] };
}

function hereOf(request: FastifyRequest, { config }: Pick<RouteNeeds, 'config'>): { browser: Browser; place: Place } {
  return { browser: browserOf(request), place: placeOf(config, request) };
}

function admitted(
  { cookie, principal }: SignedIn,
  reply: FastifyReply,
  { principals, config }: Pick<RouteNeeds, 'principals' | 'config'>,
): WhoAmI {
  keepSignIn(reply, cookie, config);
  return { principal, mustSignIn: principals.mustSignIn };
}
