import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import {
  approveProposal as approval,
  denyProposal as denial,
  type Proposal,
  proposal,
  proposalFilter,
  proposalList,
} from '#contract/agents/proposal.ts';
import type { Actor } from '#principals/actor.ts';
import { defineRoute, type RouteNeeds } from '../route.ts';

const ofProposal = z.object({ id: z.uuid() });

export const listProposals = defineRoute({
  method: 'GET',
  path: '/api/proposals',
  access: 'read',
  scope: 'proposals:read',
  summary: 'What agents want to do, newest first: people see all, others their own',
  query: proposalFilter,
  answer: proposalList,
  handle: ({ query, actor }, { registry }) => registry.proposals.list(query, actor),
});

export const getProposal = defineRoute({
  method: 'GET',
  path: '/api/proposals/:id',
  access: 'read',
  scope: 'proposals:read',
  summary: 'One proposal: what it would do, what it rests upon, and what became of it',
  params: ofProposal,
  answer: proposal,
  handle: ({ params, actor }, { registry }) => registry.proposals.get(params.id, actor),
});

export const approveProposal = defineRoute({
  method: 'POST',
  path: '/api/proposals/:id/approve',
  access: 'operate',
  scope: 'proposals:decide',
  summary:
    'A person approves what was proposed, never the key that proposed it; tier R3 takes an administrator. With apply it is carried out at once',
  params: ofProposal,
  body: approval,
  answer: proposal,
  async handle({ params: { id }, body: { hash, apply }, actor }, needs) {
    const approved = await needs.registry.proposals.approve(id, { actor, via: viaOf(actor), hash });
    return apply ? carryOut(id, actor, needs) : approved;
  },
});

export const denyProposal = defineRoute({
  method: 'POST',
  path: '/api/proposals/:id/deny',
  access: 'operate',
  scope: 'proposals:decide',
  summary: 'A person denies what was proposed; also what was approved and not yet carried out',
  params: ofProposal,
  body: denial,
  answer: proposal,
  handle: ({ params, body: { why }, actor }, { registry }) =>
    registry.proposals.deny(params.id, { actor, via: viaOf(actor), why }),
});

export const applyProposal = defineRoute({
  method: 'POST',
  path: '/api/proposals/:id/apply',
  access: 'operate',
  scope: 'proposals:decide',
  summary: 'Carries out what was approved, once: for whoever approved it or asked for it; answers what became of it',
  params: ofProposal,
  answer: proposal,
  handle: ({ params: { id }, actor }, needs) => carryOut(id, actor, needs),
});

/** How it ended is part of the proposal, also where it did not work; a problem is only that it could not be begun. */
async function carryOut(id: string, actor: Actor, { registry, stopping }: RouteNeeds): Promise<Proposal> {
  const { state } = await registry.proposals.get(id, actor);
  try {
    // It goes on when whoever asked leaves: a command that is under way cannot be taken back.
    await registry.apply(id, { actor, signal: stopping });
  } catch (thrown) {
    if (state !== 'approved' || !(thrown instanceof SigecError)) throw thrown;
    const ended = await registry.proposals.get(id, actor);
    if (ended.state === 'stale' || ended.state === 'failed') return ended;
    throw thrown;
  }
  return registry.proposals.get(id, actor);
}

function viaOf({ door }: Actor): 'console' | 'terminal' | 'rest' {
  return door === 'console' || door === 'terminal' ? door : 'rest';
}
