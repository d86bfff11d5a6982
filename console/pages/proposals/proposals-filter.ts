import { z } from 'zod';
import { auditOutcome } from '#contract/agents/audit.ts';

export const proposalTabs = ['waiting', 'history', 'audit'] as const;

/** What the address bar holds. What is none of ours is left out. */
export const proposalsFilter = z.object({
  tab: z.enum(proposalTabs).optional().catch(undefined),
  outcome: auditOutcome.optional().catch(undefined),
  action: z.string().max(100).optional().catch(undefined),
  by: z.string().max(100).optional().catch(undefined),
  /** Days of the place where one looks; both count. */
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
});
export type ProposalsFilter = z.output<typeof proposalsFilter>;
