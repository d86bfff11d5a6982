import { z } from 'zod';
import { sendConsole } from '../console-files.ts';
import { keyPage, linkRefusedPage, sendPage } from '../pages.ts';
import { defineRoute } from '../route.ts';
import { keepSignIn } from '../sign-in-cookie.ts';

/** The one-time link of the first start. Without a code the address belongs to the console. */
export const useSignInLink = defineRoute({
  method: 'GET',
  path: '/sign-in',
  access: 'open',
  summary:
    'Uses the one-time link printed at the first start: makes the first administrator key and signs the browser in',
  query: z.object({ code: z.string().max(100).optional() }),
  content: { 'text/html': z.string() },
  async handle({ query, request, reply }, { principals, config, consoleFolder }) {
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
