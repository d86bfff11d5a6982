import type { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Proposal } from '#contract/agents/proposal.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { reachOf, refusalOf } from '#principals/may.ts';
import { mayApprove, mayApproveByElicitation, needToApprove } from '../policy.ts';
import { argumentsOf } from './make-proposal.ts';
import { allowedFrom } from './proposal-life.ts';
import { findToDo, type ProposalNeeds, refuseStep, takeStep } from './proposal-step.ts';
import { areStationsAt, type KeptProposal } from './proposal-store.ts';
import { unknownProposal } from './shown-proposal.ts';

export type Via = NonNullable<Proposal['decidedVia']>;
type Deciding = { actor: Actor; via: Via };

export async function approveProposal(
  needs: ProposalNeeds,
  id: string,
  { actor, via, hash }: Deciding & { hash?: string | undefined },
): Promise<Proposal> {
  const kept = await findToDo(needs, 'approve', { id, actor });
  const error = (await whyNotDecided(needs, kept, { actor, via })) ?? whyNotAsShown(needs, kept, hash);
  if (error !== undefined) return refuseStep(needs, { act: 'approve', kept, actor, error });
  const step = { to: 'approved', from: allowedFrom.approve, decidedBy: actorName(actor), decidedVia: via } as const;
  return takeStep(needs, { act: 'approve', kept, actor, step });
}

export async function denyProposal(
  needs: ProposalNeeds,
  id: string,
  { actor, via, why }: Deciding & { why?: string | undefined },
): Promise<Proposal> {
  const kept = await findToDo(needs, 'deny', { id, actor });
  const error = await whyNotDecided(needs, kept, { actor, via });
  if (error !== undefined) return refuseStep(needs, { act: 'deny', kept, actor, error });
  const reason = why === undefined ? {} : { reason: untrustedText(why, 300) };
  const decided = { decidedBy: actorName(actor), decidedVia: via, ...reason };
  const step = { to: 'denied', from: allowedFrom.deny, ...decided } as const;
  return takeStep(needs, { act: 'deny', kept, actor, step });
}

/** Taken back by whoever asked. */
export async function cancelProposal(needs: ProposalNeeds, id: string, actor: Actor): Promise<Proposal> {
  const kept = await findToDo(needs, 'cancel', { id, actor });
  if (kept.principal !== actorName(actor))
    return refuseStep(needs, { act: 'cancel', kept, actor, error: unknownProposal() });
  const step = { to: 'cancelled', from: allowedFrom.cancel } as const;
  return takeStep(needs, { act: 'cancel', kept, actor, step });
}

async function whyNotDecided(
  needs: ProposalNeeds,
  kept: KeptProposal,
  { actor, via }: Deciding,
): Promise<SigecError | undefined> {
  const tool = needs.toolNamed(kept.tool);
  if (tool === undefined) return problemOf('CONFLICT', sentenceOf('proposal-tool-gone'));
  const { category, scope, within } = tool;
  const asked = { category, scope, within, tier: kept.tier, proposedBy: kept.principal, proposedFor: kept.proposedFor };
  const refusal =
    via === 'elicitation'
      ? refusalOf(mayApproveByElicitation(needs.may, actor, asked))
      : refusalOf(mayApprove(needs.may, actor, { ...asked, approvals: needs.approvals }));
  if (refusal !== undefined) return refusal;
  const reach = reachOf(actor.principal, needToApprove(asked));
  if (reach === 'whole' || (await areStationsAt(needs.pool, kept.targets, [...reach]))) return undefined;
  return problemOf('NOT_ALLOWED', sentenceOf('not-at-single-sites'));
}

/** A person approves what was proposed, what would be done, and what they were shown: these are one thing. */
function whyNotAsShown(needs: ProposalNeeds, kept: KeptProposal, seen?: string): SigecError | undefined {
  const { installationKey, toolNamed } = needs;
  if (kept.state === 'proposed' && argumentsOf(installationKey, kept) === undefined)
    return problemOf('CONFLICT', sentenceOf('proposal-exchanged'));
  if (toolNamed(kept.tool)?.contentHash !== kept.toolHash)
    return problemOf('CONFLICT', sentenceOf('proposal-tool-changed'));
  if (kept.isProposerRevoked) return problemOf('CONFLICT', sentenceOf('proposal-asker-revoked'));
  if (seen === undefined || seen === kept.hash.toString('hex')) return undefined;
  return problemOf('CONFLICT', sentenceOf('proposal-other-hash'));
}
