import { tokenTry, tokenTryAnswer } from '#contract/access/token-try.ts';
import { defineRoute } from '../route.ts';

/** A token does not belong into an address, so it is a POST although nothing changes. */
export const tryToken = defineRoute({
  method: 'POST',
  path: '/api/tokens/try',
  access: 'read',
  scope: 'tokens:read',
  summary:
    'What would happen if a token were shown at a station: the decision, every question it was asked, and the price',
  body: tokenTry,
  answer: tokenTryAnswer,
  handle: ({ body }, { charging }) => charging.authorization.tryOut(body),
});
