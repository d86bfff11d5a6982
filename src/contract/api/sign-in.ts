import { z } from 'zod';
import {
  acceptInvitation,
  invitationCode,
  invited,
  passkeySignIn,
  passwordSignIn,
  waysToSignIn,
  webAuthnOptions,
} from '../agents/person.ts';
import { signIn, whoAmI } from '../agents/principal.ts';
import { allow, defineApi } from './define-api.ts';

/** A passkey's certificate of its maker may be long. */
const passkeyBytes = 32_768;

export const signInApi = defineApi('sign-in', {
  /** Open, since the console asks it to learn whether a key is needed at all. */
  whoAmI: allow('open')(
    'GET /api/me',
    'Who the key or the signed-in browser belongs to, and whether a key is needed for reading',
    { answer: whoAmI },
  ),
  signIn: allow('open')('POST /api/sign-in', 'Exchanges a key for a signed-in browser', {
    body: signIn,
    answer: whoAmI,
  }),
  ways: allow('open')('GET /api/sign-in/ways', 'Which ways of signing in there are here', { answer: waysToSignIn }),
  withPassword: allow('open')(
    'POST /api/sign-in/password',
    'Signs the browser in with e-mail and password; where a code is asked for too, 401 says so in details.needs',
    { body: passwordSignIn, answer: whoAmI },
  ),
  passkeyOptions: allow('open')(
    'POST /api/sign-in/passkey/options',
    'A challenge for a passkey, good for five minutes',
    {
      answer: webAuthnOptions,
    },
  ),
  withPasskey: allow('open')('POST /api/sign-in/passkey', 'Signs the browser in with a passkey alone', {
    body: passkeySignIn,
    answer: whoAmI,
    maxBytes: passkeyBytes,
  }),
  lookAtInvitation: allow('open')('POST /api/invitations/look', 'What an invitation says', {
    body: invitationCode,
    answer: invited,
  }),
  invitationOptions: allow('open')(
    'POST /api/invitations/passkey-options',
    'A challenge for the passkey of somebody who was invited',
    { body: invitationCode, answer: webAuthnOptions },
  ),
  acceptInvitation: allow('open')(
    'POST /api/invitations/accept',
    'Makes a person of whoever was invited, with a password, a passkey or both, and signs the browser in',
    { body: acceptInvitation, answer: whoAmI, maxBytes: passkeyBytes },
  ),
  beginOidc: allow('open')('GET /sign-in/oidc', 'Sends the browser to the identity provider', {
    query: z.object({
      // One page alone, so that no link of a stranger leads anywhere else.
      next: z
        .string()
        .max(8_000)
        .regex(/^\/oauth\/authorize\?[\x21-\x7e]+$/)
        .optional()
        .describe('The question of a program that waits for the person'),
    }),
    content: { 'text/html': z.string() },
    isInternal: true,
  }),
  endOidc: allow('open')('GET /sign-in/oidc/callback', 'Where the identity provider sends the browser back to', {
    query: z.looseObject({}),
    content: { 'text/html': z.string() },
    isInternal: true,
  }),
  signOut: allow('open')('POST /api/sign-out', 'Signs the browser out', { answer: z.void(), status: 204 }),
  /** The one-time link of the first start. Without a code the address belongs to the console. */
  useLink: allow('open')(
    'GET /sign-in',
    'Uses the one-time link printed at the first start: makes the first administrator key and signs the browser in',
    { query: z.object({ code: z.string().max(100).optional() }), content: { 'text/html': z.string() } },
  ),
});
