import type { FastifyRequest } from 'fastify';
import { accountApi } from '#contract/api/account.ts';
import type { Actor } from '#principals/actor.ts';
import type { Self } from '#principals/people/account.ts';
import { placeOf } from '#principals/people/passkeys.ts';
import { serve } from '../route.ts';
import { signInCookieOf } from '../sign-in-cookie.ts';

export const accountRoutes = serve(accountApi, {
  get: (asked, { principals }) => principals.people.readAccount(selfOf(asked)),
  change: (asked, { principals }) => principals.people.changeAccount(asked.body, selfOf(asked)),
  setPassword: (asked, { principals }) => principals.people.setPassword(asked.body, selfOf(asked)),
  passkeyOptions: (asked, { principals, config }) =>
    principals.people.passkeyOptions(selfOf(asked), placeOf(config, asked.request)),
  addPasskey: (asked, { principals, config }) =>
    principals.people.addPasskey(asked.body, { self: selfOf(asked), place: placeOf(config, asked.request) }),
  renamePasskey: (asked, { principals }) =>
    principals.people.renamePasskey(asked.params.id, { ...asked.body, self: selfOf(asked) }),
  removePasskey: (asked, { principals }) => principals.people.removePasskey(asked.params.id, selfOf(asked)),
  beginTotp: (asked, { principals }) => principals.people.beginTotp(asked.body, selfOf(asked)),
  confirmTotp: (asked, { principals }) => principals.people.confirmTotp(asked.body.code, selfOf(asked)),
  removeTotp: (asked, { principals }) => principals.people.removeTotp(asked.body, selfOf(asked)),
  endSignIn: (asked, { principals }) => principals.people.endSignIn(asked.params.id, selfOf(asked)),
  endOtherSignIns: (asked, { principals }) => principals.people.endOtherSignIns(selfOf(asked)),
});

/** With a key no browser is theirs. */
function selfOf({ actor, request }: { actor: Actor; request: FastifyRequest }): Self {
  return { actor, cookie: request.headers.authorization === undefined ? signInCookieOf(request) : undefined };
}
