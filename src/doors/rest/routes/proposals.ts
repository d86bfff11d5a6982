import { SigecError } from '#base/errors.ts';
import type { Proposal } from '#contract/agents/proposal.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import type { Actor } from '#principals/actor.ts';
import { type RouteNeeds, serve } from '../route.ts';

export const proposalRoutes = serve(proposalApi, {
  list: ({ query, actor }, { registry }) => registry.proposals.list(query, actor),
  get: ({ params, actor }, { registry }) => registry.proposals.get(params.id, actor),
  async approve({ params: { id }, body: { hash, apply }, actor }, needs) {
    const approved = await needs.registry.proposals.approve(id, { actor, via: viaOf(actor), hash });
    return apply ? carryOut(id, actor, needs) : approved;
  },
  deny: ({ params, body: { why }, actor }, { registry }) =>
    registry.proposals.deny(params.id, { actor, via: viaOf(actor), why }),
  apply: ({ params: { id }, actor }, needs) => carryOut(id, actor, needs),
});

/** How it ended is part of the proposal, also where it did not work; a problem is only that it could not be begun. */
async function carryOut(id: string, actor: Actor, { registry, stopping }: RouteNeeds): Promise<Proposal> {
  const before = await registry.proposals.get(id, actor).catch(() => undefined); // the attempt on an unknown one is written down
  try {
    // It goes on when whoever asked leaves: a command that is under way cannot be taken back.
    await registry.apply(id, { actor, signal: stopping });
  } catch (thrown) {
    if (before?.state !== 'approved' || !(thrown instanceof SigecError)) throw thrown;
    const ended = await registry.proposals.get(id, actor);
    if (ended.state === 'stale' || ended.state === 'failed') return ended;
    throw thrown;
  }
  return registry.proposals.get(id, actor);
}

function viaOf({ door }: Actor): 'console' | 'terminal' | 'rest' {
  return door === 'console' || door === 'terminal' ? door : 'rest';
}
