import { z } from 'zod';
import { time } from '../common.ts';
import { sentence } from '../sentence.ts';
import { proposalStates } from '../word-lists.ts';

export const proposalState = z.enum(proposalStates);
export type ProposalState = z.infer<typeof proposalState>;

/** What an agent wants to do, frozen: a person approves exactly this. */
export const proposal = z.object({
  id: z.string(),
  tool: z.string(),
  title: z.string(),
  tier: z.enum(['R2', 'R3']),
  proposedBy: z.string().describe('The key that asked'),
  proposedByName: z.string().nullable(),
  targets: z.array(z.string()),
  effect: z.string(),
  said: sentence.nullable().describe('The effect by its code, for whoever shows it in another language'),
  details: z.record(z.string(), z.unknown()).describe('What it rests upon; texts in it may be written by stations'),
  arguments: z.record(z.string(), z.unknown()).describe('Without secrets'),
  hash: z.string().describe('Over everything that was approved'),
  state: proposalState,
  reason: z.string().nullable().describe('Why it was denied, failed or became stale'),
  proposedAt: time,
  expiresAt: time,
  decidedBy: z.string().nullable(),
  decidedByName: z.string().nullable(),
  decidedAt: time.nullable(),
  decidedVia: z
    .enum(['console', 'terminal', 'rest', 'elicitation'])
    .nullable()
    .describe('terminal and rest: as told by the client, which is not proven. Whose key it was (decidedBy) is'),
  endedAt: time.nullable(),
  result: z.object({ text: z.string(), data: z.record(z.string(), z.unknown()) }).nullable(),
});
export type Proposal = z.infer<typeof proposal>;

export const proposalFilter = z.object({
  state: proposalState.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ProposalFilter = z.output<typeof proposalFilter>;

/** Newest first. */
export const proposalList = z.object({
  proposals: z.array(proposal),
  waiting: z.int().describe('How many wait for a person'),
});
export type ProposalList = z.infer<typeof proposalList>;

export const approveProposal = z.object({
  hash: z.string().optional().describe('Of what was shown; another one is refused'),
  apply: z.boolean().default(false).describe('Carry it out at once, instead of when the agent asks for it'),
});

export const denyProposal = z.object({ why: z.string().trim().max(300).optional() });
