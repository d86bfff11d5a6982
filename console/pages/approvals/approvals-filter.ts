import { z } from 'zod';
import { auditOutcome } from '#contract/agents/audit.ts';

export const approvalTabs = ['waiting', 'history', 'audit'] as const;

/** What the address bar holds. What is none of ours is left out. */
export const approvalsFilter = z.object({
  tab: z.enum(approvalTabs).optional().catch(undefined),
  outcome: auditOutcome.optional().catch(undefined),
  action: z.string().max(100).optional().catch(undefined),
});
export type ApprovalsFilter = z.output<typeof approvalsFilter>;
