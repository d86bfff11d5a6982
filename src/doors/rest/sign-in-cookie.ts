import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#base/config.ts';

const name = 'sigec_sign_in';

/** Out of reach for scripts and other sites. It has no end of its own: the database says how long it is good for. */
function options({ publicUrl }: Config) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: publicUrl.startsWith('https:') } as const;
}

export function keepSignIn(reply: FastifyReply, cookie: string, config: Config): void {
  reply.setCookie(name, cookie, options(config));
}

export function endSignIn(reply: FastifyReply, config: Config): void {
  reply.clearCookie(name, options(config));
}

export function signInCookieOf(request: FastifyRequest): string | undefined {
  return request.cookies[name];
}
