import { z } from 'zod';
import {
  addedToken,
  newToken,
  refusalList,
  refusalQuery,
  token,
  tokenChange,
  tokenHash,
  tokenId,
  tokenList,
  tokenQuery,
  tokenSearch,
} from '../access/token.ts';
import { tokenTry, tokenTryAnswer } from '../access/token-try.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'tokens:read' } as const;
const changing = { access: 'operate', scope: 'tokens:change' } as const;
const ofToken = z.object({ id: tokenId });

export const tokenApi = defineApi('tokens', {
  list: {
    route: 'GET /api/tokens',
    ...reading,
    summary: 'Who may charge; of each token only the last four characters are shown',
    query: tokenQuery,
    answer: tokenList,
  },
  get: { route: 'GET /api/tokens/:id', ...reading, summary: 'One token, by its hash', params: ofToken, answer: token },
  /** A token does not belong into an address: others on the way write those down. */
  find: {
    route: 'POST /api/tokens/find',
    ...reading,
    summary: 'Finds a token by what is printed on it',
    body: tokenSearch,
    answer: token,
  },
  hash: {
    route: 'POST /api/tokens/hash',
    ...reading,
    summary: 'What a token is called here, known or not: its keyed hash, by which its sessions are found',
    body: tokenSearch,
    answer: tokenHash,
  },
  add: {
    route: 'POST /api/tokens',
    ...changing,
    summary: 'Lets a token charge; without a value one is made and shown in this answer only',
    body: newToken,
    answer: addedToken,
    status: 201,
  },
  change: {
    route: 'POST /api/tokens/:id',
    ...changing,
    summary: 'Changes what is known about a token; what is not named stays, null takes it away',
    params: ofToken,
    body: tokenChange,
    answer: token,
  },
  block: {
    route: 'POST /api/tokens/:id/block',
    ...changing,
    summary: 'Refuses a token from now on',
    params: ofToken,
    answer: token,
  },
  unblock: {
    route: 'POST /api/tokens/:id/unblock',
    ...changing,
    summary: 'Accepts a blocked token again',
    params: ofToken,
    answer: token,
  },
  remove: {
    route: 'DELETE /api/tokens/:id',
    ...changing,
    summary: 'Forgets a token: its value can never be read again, its sessions keep its hash',
    params: ofToken,
    answer: token,
  },
  refusals: {
    route: 'GET /api/refusals',
    ...reading,
    summary: 'Who was not allowed to charge, where and why, newest first',
    query: refusalQuery,
    answer: refusalList,
  },
  /** A token does not belong into an address, so it is a POST although nothing changes. */
  try: {
    route: 'POST /api/tokens/try',
    ...reading,
    summary:
      'What would happen if a token were shown at a station: the decision, every question it was asked, and the price',
    body: tokenTry,
    answer: tokenTryAnswer,
  },
});
