import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#base/config.ts';
import { isCallerSecure } from '#doors/http-server/connection.ts';

const name = 'sigec_sign_in';

/** Out of reach for scripts and other sites. It has no end of its own: the database says how long it is good for. */
function options({ request }: FastifyReply, { publicUrl }: Config) {
  const secure = publicUrl.startsWith('https:') || isCallerSecure(request.raw);
  return { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
}

export function keepSignIn(reply: FastifyReply, cookie: string, config: Config): void {
  reply.setCookie(name, cookie, options(reply, config));
}

export function endSignIn(reply: FastifyReply, config: Config): void {
  reply.clearCookie(name, options(reply, config));
}

export function signInCookieOf(request: FastifyRequest): string | undefined {
  return request.cookies[name];
}

const oidcName = 'sigec_oidc';
const oidcPath = '/sign-in/oidc';

/** Binds the way to the identity provider and back to this browser. Lax: it comes back from another site. */
export function keepOidcState(reply: FastifyReply, state: string, { publicUrl }: Config): void {
  const secure = publicUrl.startsWith('https:') || isCallerSecure(reply.request.raw);
  reply.setCookie(oidcName, state, { path: oidcPath, httpOnly: true, sameSite: 'lax', secure, maxAge: 600 });
}

export function takeOidcState(request: FastifyRequest, reply: FastifyReply): string | undefined {
  reply.clearCookie(oidcName, { path: oidcPath });
  return request.cookies[oidcName];
}
