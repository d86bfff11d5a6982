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
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'tokens:read');
const changing = allow('operate', 'tokens:change');
const ofToken = z.object({ id: tokenId });

export const tokenApi = defineApi('tokens', {
  list: reading('GET /api/tokens', 'Who may charge; of each token only the last four characters are shown', {
    within: 'whole', // who may charge may do so at more sites than one
    query: tokenQuery,
    answer: tokenList,
  }),
  get: reading('GET /api/tokens/:id', 'One token, by its hash', {
    within: 'whole',
    params: ofToken,
    answer: token,
  }),
  /** A token does not belong into an address: others on the way write those down. */
  find: reading('POST /api/tokens/find', 'Finds a token by what is printed on it', {
    body: tokenSearch,
    answer: token,
  }),
  hash: reading(
    'POST /api/tokens/hash',
    'What a token is called here, known or not: its keyed hash, by which its sessions are found',
    { body: tokenSearch, answer: tokenHash },
  ),
  add: changing('POST /api/tokens', 'Lets a token charge; without a value one is made and shown in this answer only', {
    body: newToken,
    answer: addedToken,
    status: 201,
  }),
  change: changing(
    'POST /api/tokens/:id',
    'Changes what is known about a token; what is not named stays, null takes it away',
    { params: ofToken, body: tokenChange, answer: token },
  ),
  block: changing('POST /api/tokens/:id/block', 'Refuses a token from now on', { params: ofToken, answer: token }),
  unblock: changing('POST /api/tokens/:id/unblock', 'Accepts a blocked token again', {
    params: ofToken,
    answer: token,
  }),
  remove: changing(
    'DELETE /api/tokens/:id',
    'Forgets a token: its value can never be read again, its sessions keep its hash',
    { params: ofToken, answer: token },
  ),
  refusals: reading('GET /api/refusals', 'Who was not allowed to charge, where and why, newest first', {
    query: refusalQuery,
    answer: refusalList,
  }),
  /** A token does not belong into an address, so it is a POST although nothing changes. */
  try: reading(
    'POST /api/tokens/try',
    'What would happen if a token were shown at a station: the decision, every question it was asked, and the price',
    { body: tokenTry, answer: tokenTryAnswer },
  ),
});
