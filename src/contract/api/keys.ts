import { z } from 'zod';
import { createdKey, key, keyList, newKey } from '../agents/principal.ts';
import { allow, defineApi } from './define-api.ts';

export const keyApi = defineApi('keys', {
  list: allow('administer', 'keys:read')('GET /api/keys', 'All keys, also the revoked ones, without their secrets', {
    answer: keyList,
  }),
  create: allow('administer', 'keys:create')(
    'POST /api/keys',
    'Makes a key for a person, a program or an agent; its secret is shown in this answer only',
    { body: newKey, answer: createdKey, status: 201 },
  ),
  revoke: allow('administer', 'keys:revoke')(
    'DELETE /api/keys/:id',
    'Ends a key and every browser that signed in with it',
    {
      params: z.object({ id: z.string().regex(/^[0-9a-z]{8}$/, 'must be the 8 characters of a key id') }),
      answer: key,
    },
  ),
});
