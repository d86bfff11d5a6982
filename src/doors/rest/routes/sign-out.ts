import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { endSignIn, signInCookieOf } from '../sign-in-cookie.ts';

export const signOut = defineRoute({
  method: 'POST',
  path: '/api/sign-out',
  access: 'open',
  summary: 'Signs the browser out',
  answer: z.void(),
  status: 204,
  async handle({ request, reply }, { principals, config }) {
    const cookie = signInCookieOf(request);
    if (cookie !== undefined) await principals.signOut(cookie);
    endSignIn(reply, config);
  },
});
