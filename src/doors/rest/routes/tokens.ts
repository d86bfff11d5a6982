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
} from '#contract/access/token.ts';
import { defineRoute } from '../route.ts';

const ofToken = z.object({ id: tokenId });

export const listTokens = defineRoute({
  method: 'GET',
  path: '/api/tokens',
  access: 'read',
  scope: 'tokens:read',
  summary: 'Who may charge; of each token only the last four characters are shown',
  query: tokenQuery,
  answer: tokenList,
  handle: ({ query }, { charging }) => charging.authorization.find(query),
});

export const getToken = defineRoute({
  method: 'GET',
  path: '/api/tokens/:id',
  access: 'read',
  scope: 'tokens:read',
  summary: 'One token, by its hash',
  params: ofToken,
  answer: token,
  handle: ({ params }, { charging }) => charging.authorization.get(params.id),
});

/** A token does not belong into an address: others on the way write those down. */
export const findToken = defineRoute({
  method: 'POST',
  path: '/api/tokens/find',
  access: 'read',
  scope: 'tokens:read',
  summary: 'Finds a token by what is printed on it',
  body: tokenSearch,
  answer: token,
  handle: ({ body }, { charging }) => charging.authorization.findByValue(body.value),
});

export const hashToken = defineRoute({
  method: 'POST',
  path: '/api/tokens/hash',
  access: 'read',
  scope: 'tokens:read',
  summary: 'What a token is called here, known or not: its keyed hash, by which its sessions are found',
  body: tokenSearch,
  answer: tokenHash,
  handle: async ({ body }, { charging }) => ({ hash: await charging.authorization.idOfPrinted(body.value) }),
});

export const addToken = defineRoute({
  method: 'POST',
  path: '/api/tokens',
  access: 'operate',
  scope: 'tokens:change',
  summary: 'Lets a token charge; without a value one is made and shown in this answer only',
  body: newToken,
  answer: addedToken,
  status: 201,
  handle: ({ body, actor }, { charging }) => charging.authorization.add(body, actor),
});

export const changeToken = defineRoute({
  method: 'POST',
  path: '/api/tokens/:id',
  access: 'operate',
  scope: 'tokens:change',
  summary: 'Changes what is known about a token; what is not named stays, null takes it away',
  params: ofToken,
  body: tokenChange,
  answer: token,
  handle: ({ params, body, actor }, { charging }) => charging.authorization.change(params.id, body, actor),
});

export const blockToken = defineRoute({
  method: 'POST',
  path: '/api/tokens/:id/block',
  access: 'operate',
  scope: 'tokens:change',
  summary: 'Refuses a token from now on',
  params: ofToken,
  answer: token,
  handle: ({ params, actor }, { charging }) => charging.authorization.change(params.id, { isBlocked: true }, actor),
});

export const unblockToken = defineRoute({
  method: 'POST',
  path: '/api/tokens/:id/unblock',
  access: 'operate',
  scope: 'tokens:change',
  summary: 'Accepts a blocked token again',
  params: ofToken,
  answer: token,
  handle: ({ params, actor }, { charging }) => charging.authorization.change(params.id, { isBlocked: false }, actor),
});

export const removeToken = defineRoute({
  method: 'DELETE',
  path: '/api/tokens/:id',
  access: 'operate',
  scope: 'tokens:change',
  summary: 'Forgets a token: its value can never be read again, its sessions keep its hash',
  params: ofToken,
  answer: token,
  handle: ({ params, actor }, { charging }) => charging.authorization.remove(params.id, actor),
});

export const listRefusals = defineRoute({
  method: 'GET',
  path: '/api/refusals',
  access: 'read',
  scope: 'tokens:read',
  summary: 'Who was not allowed to charge, where and why, newest first',
  query: refusalQuery,
  answer: refusalList,
  handle: async ({ query }, { charging }) => ({ refusals: await charging.authorization.refusals(query) }),
});
