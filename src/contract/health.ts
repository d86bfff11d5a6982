import { z } from 'zod';

export const readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  reasons: z.array(z.string()).describe('Why not, one sentence each; empty when ready'),
});
export type Readiness = z.infer<typeof readiness>;
