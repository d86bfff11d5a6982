import type { SigecError } from '#base/errors.ts';
import type { Proposal, ProposalState } from '#contract/agents/proposal.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { inWords, sentenceOf } from '#contract/problems/problem-words.ts';
import { stateNow } from './proposal-life.ts';
import type { KeptProposal } from './proposal-store.ts';

/** A proposal as people and agents see it: without its sealed arguments, and expired as soon as its time is over. */
export function shownProposal(kept: KeptProposal, now: Date): Proposal {
  const { id, tool, title, tier, targets, effect, details, reason, decidedBy, decidedByName, decidedVia, result } =
    kept;
  return {
    id,
    tool,
    title,
    tier,
    targets: [...targets],
    effect,
    said: sameSaid(kept),
    details,
    reason,
    decidedBy,
    decidedByName,
    decidedVia,
    result,
    arguments: kept.arguments as Record<string, unknown>,
    proposedBy: kept.principal,
    proposedByName: kept.principalName,
    hash: kept.hash.toString('hex'),
    state: stateNow(kept, now),
    proposedAt: kept.proposedAt.toISOString(),
    expiresAt: kept.expiresAt.toISOString(),
    decidedAt: kept.decidedAt?.toISOString() ?? null,
    endedAt: kept.endedAt?.toISOString() ?? null,
  };
}

/** Whatever stands in the row: nobody is shown other words than those that are approved. */
function sameSaid({ effect, said }: KeptProposal): Proposal['said'] {
  if (said === undefined || said === null) return null;
  return inWords(said, { language: 'en' }) === effect ? said : null;
}

/** Also for one of somebody else: whoever guesses learns nothing. */
export function unknownProposal(): SigecError {
  return problemOf('NOT_FOUND', sentenceOf('no-proposal'));
}

/** Why a step cannot be taken from here. */
export function notFromHere(state: ProposalState): SigecError {
  return problemOf('CONFLICT', sentenceOf(`proposal-${state}`), { state });
}
