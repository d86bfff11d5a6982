import { z } from 'zod';
import { type Proposal, proposalState } from '#contract/agents/proposal.ts';
import { time } from '#contract/common.ts';
import { notDone } from '../plan.ts';
import { longestTaskMs } from '../proposals/proposal-life.ts';
import type { Registry } from '../registry.ts';
import { defineTool, type Tool } from '../tool.ts';

const proposalId = z.string().min(1).max(64).describe('As the call that proposed it returned it');

const seen = z.object({
  proposal_id: z.string(),
  tool: z.string(),
  state: proposalState,
  tier: z.string(),
  targets: z.array(z.string()),
  effect: z.string(),
  proposed_at: time,
  expires_at: time,
  decided_at: time.optional(),
});
const seenWhole = seen.extend({
  reason: z.string().optional().describe('Written by a person, or why it did not work: data'),
  details: z.record(z.string(), z.unknown()),
  result: z.record(z.string(), z.unknown()).optional(),
});

function forAgents(proposal: Proposal): z.input<typeof seen> {
  const { id, tool, state, tier, targets, effect, proposedAt, expiresAt, decidedAt } = proposal;
  return {
    proposal_id: id,
    tool,
    state,
    tier,
    targets,
    effect,
    proposed_at: proposedAt,
    expires_at: expiresAt,
    decided_at: decidedAt ?? undefined,
  };
}

function wholeForAgents(proposal: Proposal): z.input<typeof seenWhole> {
  const { details, reason, result } = proposal;
  return { ...forAgents(proposal), details, reason: reason ?? undefined, result: result?.data };
}

const shared = { category: 'proposals', level: 'core', scope: null } as const;

const sentenceOf: Record<Proposal['state'], string> = {
  proposed: 'It waits for a person.',
  approved: 'A person has approved it: call apply_proposal.',
  denied: 'A person has denied it.',
  applying: 'It is being carried out.',
  applied: 'It has been carried out.',
  failed: 'It was carried out and failed.',
  stale: 'What it rests upon has changed, so it was not carried out.',
  expired: 'Its time is over.',
  cancelled: 'It was taken back.',
};

export function listProposals({ proposals }: Pick<Registry, 'proposals'>): Tool {
  return defineTool({
    ...shared,
    name: 'list_proposals',
    title: 'What waits for a person',
    description:
      'Lists what you have proposed, newest first, with their outcome. Use it to see what was approved; get_proposal tells everything about one.',
    tier: 'R0',
    input: z.object({
      state: proposalState.optional().describe('Only those in this state'),
      limit: z.int().min(1).max(50).default(20).describe('How many at most'),
    }),
    output: z.object({ proposals: z.array(seen) }),
    examples: [{ state: 'approved' }],
    async run({ state, limit }, { actor }) {
      const { proposals: some } = await proposals.list({ state, limit }, actor);
      return { text: `${some.length} proposals.`, data: { proposals: some.map(forAgents) } };
    },
  });
}

export function getProposal({ proposals }: Pick<Registry, 'proposals'>): Tool {
  return defineTool({
    ...shared,
    name: 'get_proposal',
    title: 'What became of a proposal',
    description:
      'Tells the state of one proposal, what it would do and, once it is done, its outcome. Use it to wait for a person: ask again after a minute, not at once.',
    tier: 'R0',
    input: z.object({ proposal_id: proposalId }),
    output: seenWhole,
    subject: ({ proposal_id }) => proposal_id,
    async run({ proposal_id }, { actor }) {
      const proposal = await proposals.get(proposal_id, actor);
      return { text: sentenceOf[proposal.state], data: wholeForAgents(proposal) };
    },
  });
}

export function applyProposal(registry: Registry): Tool {
  return defineTool({
    ...shared,
    name: 'apply_proposal',
    title: 'Carry out what was approved',
    description:
      'Carries out a proposal of yours that a person has approved, once, and tells what really happened. If anything it rests upon has changed since, nothing is done and it says what. It cannot approve anything.',
    tier: 'R1',
    annotations: { destructiveHint: true },
    timeoutMs: 600_000,
    taskMs: longestTaskMs,
    input: z.object({ proposal_id: proposalId }),
    output: z.object({
      status: z.enum(['done', notDone]),
      proposal_id: z.string(),
      targets: z.array(z.string()),
      effect: z.string(),
      details: z.record(z.string(), z.unknown()),
      result: z.record(z.string(), z.unknown()),
    }),
    subject: ({ proposal_id }) => proposal_id,
    async run({ proposal_id }, context) {
      const { data, ...answer } = await registry.apply(proposal_id, context);
      return { ...answer, data: data as never };
    },
  });
}

export function cancelProposal({ proposals }: Pick<Registry, 'proposals'>): Tool {
  return defineTool({
    ...shared,
    name: 'cancel_proposal',
    title: 'Take a proposal back',
    description: 'Takes back a proposal of yours that has not been carried out, when it is not wanted any more.',
    tier: 'R1',
    isIdempotent: true,
    input: z.object({ proposal_id: proposalId }),
    output: seenWhole,
    subject: ({ proposal_id }) => proposal_id,
    async run({ proposal_id }, { actor }) {
      const proposal = await proposals.cancel(proposal_id, actor);
      return { text: sentenceOf[proposal.state], data: wholeForAgents(proposal) };
    },
  });
}
