import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { identityPath, proofFor } from '#base/server-identity.ts';
import { defineRoute } from '../route.ts';

export const identity = defineRoute({
  method: 'GET',
  path: identityPath,
  access: 'open',
  isInternal: true,
  summary: 'Signs a challenge, so that a terminal of this machine sends its key to us and to nobody else',
  answer: z.object({ proof: z.string() }),
  async handle({ request }, { identity: ours }) {
    const proof = proofFor(ours, request.url, request.raw.socket);
    if (proof !== undefined) return proof;
    throw new SigecError('INVALID_INPUT', 'challenge must be 16 to 128 letters, digits, _ or -.');
  },
});
