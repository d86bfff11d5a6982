import { z } from 'zod';
import { signIn, whoAmI } from '../agents/principal.ts';
import { allow, defineApi } from './define-api.ts';

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
  signOut: allow('open')('POST /api/sign-out', 'Signs the browser out', { answer: z.void(), status: 204 }),
  /** The one-time link of the first start. Without a code the address belongs to the console. */
  useLink: allow('open')(
    'GET /sign-in',
    'Uses the one-time link printed at the first start: makes the first administrator key and signs the browser in',
    { query: z.object({ code: z.string().max(100).optional() }), content: { 'text/html': z.string() } },
  ),
});
