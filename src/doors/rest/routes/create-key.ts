import { createdKey, newKey } from '#contract/agents/principal.ts';
import { defineRoute } from '../route.ts';

export const createKey = defineRoute({
  method: 'POST',
  path: '/api/keys',
  access: 'administer',
  scope: 'keys:create',
  summary: 'Makes a key for a person, a program or an agent; its secret is shown in this answer only',
  body: newKey,
  answer: createdKey,
  status: 201,
  handle: ({ body, actor }, { principals }) => principals.createKey(body, actor),
});
