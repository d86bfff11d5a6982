import { keyList } from '#contract/agents/principal.ts';
import { defineRoute } from '../route.ts';

export const listKeys = defineRoute({
  method: 'GET',
  path: '/api/keys',
  access: 'administer',
  scope: 'keys:read',
  summary: 'All keys, also the revoked ones, without their secrets',
  answer: keyList,
  handle: async (_asked, { principals }) => ({ keys: await principals.listKeys() }),
});
