import { z } from 'zod';
import { time } from './common.ts';

export const notReadyCause = z.enum(['silent', 'disk-full', 'out-of-resources', 'late', 'stopping']);
export type NotReadyCause = z.infer<typeof notReadyCause>;

export const readiness = z.object({
  status: z.enum(['ready', 'not-ready']),
  reasons: z.array(z.string()).describe('Why not, one sentence each; empty when ready'),
  causes: z.array(notReadyCause).describe('The same in words for programs'),
  since: time.nullable().describe('Since when the database cannot be written to; null when that is not the reason'),
});
export type Readiness = z.infer<typeof readiness>;
