import { z } from 'zod';
import { key } from '#contract/agents/principal.ts';
import { defineRoute } from '../route.ts';

export const revokeKey = defineRoute({
  method: 'DELETE',
  path: '/api/keys/:id',
  access: 'administer',
  scope: 'keys:revoke',
  summary: 'Ends a key and every browser that signed in with it',
  params: z.object({ id: z.string().regex(/^[0-9a-z]{8}$/, 'must be the 8 characters of a key id') }),
  answer: key,
  handle: ({ params, actor }, { principals }) => principals.revokeKey(params.id, actor),
});
