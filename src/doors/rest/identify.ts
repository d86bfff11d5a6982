import type { FastifyRequest } from 'fastify';
import { SigecError } from '#base/errors.ts';
import type { Access, Within } from '#contract/api/define-api.ts';
import { bearerKeyIn } from '#doors/http-server/bearer-key.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import type { AuditEntry } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { mustBeAllowed } from '#principals/may.ts';
import type { Principals } from '#principals/principals.ts';
import { type Origin, originOf } from './origin.ts';
import type { RouteNeeds } from './route.ts';
import { signInCookieOf } from './sign-in-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every route of the table. */
    actor: Actor;
  }
  interface FastifyContextConfig {
    access?: Access;
    scope?: string | undefined;
    within?: Within;
    turn?: 'short' | 'long' | 'none';
  }
}

export type Identified = { actor: Actor; by: 'key' | 'cookie' | 'nothing' };

/** Who asks: by the header Authorization, or by the cookie of a signed-in browser. A wrong key is told, a stale cookie is nobody. */
export async function identify(request: FastifyRequest, principals: Principals): Promise<Identified> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const secret = bearerKeyIn(authorization);
    const principal =
      secret === undefined ? undefined : await principals.authenticate(secret, callerAddress(request.raw));
    if (principal === undefined) {
      throw new SigecError(
        'NOT_SIGNED_IN',
        'The key in the header Authorization is unknown, has expired or was revoked; send Bearer and a valid key.',
      );
    }
    return { actor: { principal, door: doorOf(request) }, by: 'key' };
  }
  const cookie = signInCookieOf(request);
  const principal =
    cookie === undefined ? undefined : await principals.authenticateCookie(cookie, callerAddress(request.raw));
  if (principal !== undefined) return { actor: { principal, door: 'console' }, by: 'cookie' };
  return { actor: { principal: null, door: doorOf(request) }, by: 'nothing' };
}

/** Decides before the handler whether this request may go on, and leaves on it who asked. */
export async function admit(
  request: FastifyRequest,
  { principals, config, refusals }: Pick<RouteNeeds, 'principals' | 'config' | 'refusals'>,
): Promise<void> {
  // A route that does not say is for administrators of the whole installation.
  const { access = 'administer', scope, within = 'whole' } = request.routeOptions.config;
  const isDirectChange = request.method !== 'GET' && request.method !== 'HEAD';
  request.actor = { principal: null, door: doorOf(request) };
  if (access === 'open' && !isDirectChange) return; // nobody is asked, so that a probe never waits for the database
  const { actor, by } = await identify(request, principals);
  request.actor = actor;
  if (isDirectChange) checkOrigin(originOf(request.raw, config), by);
  const decision = principals.may(actor.principal, {
    access,
    scope,
    isDirectChange,
    ...(within === 'whole' && { at: null }),
  });
  if (isDirectChange && !decision.isAllowed && actor.principal !== null) await refusals.writeDown(refusal(request));
  mustBeAllowed(decision);
}

/** Who tried to change what. Strangers are not written down: anybody could fill the trail with them. */
function refusal({ actor, method, routeOptions, params }: FastifyRequest): AuditEntry {
  const { id } = params as { id?: string };
  return {
    principal: actorName(actor),
    door: actor.door,
    action: `${method} ${routeOptions.url ?? ''}`,
    subject: id === undefined ? null : id.slice(0, 100).replaceAll(/\p{C}/gu, ''),
    outcome: 'refused',
    details: { error: 'NOT_ALLOWED' },
  };
}

/** A cookie is sent by the browser whoever's page asks, so a change by cookie has to come from a page of ours. */
function checkOrigin(origin: Origin, by: Identified['by']): void {
  if (origin === 'ours' || (origin === 'untold' && by !== 'cookie')) return;
  throw new SigecError(
    'NOT_ALLOWED',
    'This change was sent by a page of another site, or by a browser that does not say; use the console at its own address.',
  );
}

function doorOf(request: FastifyRequest): Actor['door'] {
  return request.headers['x-sigec-door'] === 'terminal' ? 'terminal' : 'rest';
}
