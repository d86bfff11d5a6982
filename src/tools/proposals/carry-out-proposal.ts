import { SigecError } from '#base/errors.ts';
import { canonicalJson } from '#base/json.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { refusalOf } from '#principals/may.ts';
import { isOffered } from '../address.ts';
import { asSigecError, callAudit } from '../call-audit.ts';
import type { CallContext } from '../context.ts';
import { storableAnswer } from '../once.ts';
import { notDone, type SettledPlan, settledPlan } from '../plan.ts';
import { isAgentsDoor, mayUse } from '../policy.ts';
import type { RegisteredTool } from '../registry.ts';
import { runInTime } from '../run-in-time.ts';
import { isDone, type PreparedCall, type ToolAnswer } from '../tool.ts';
import { argumentsOf } from './make-proposal.ts';
import { allowedFrom, stateNow } from './proposal-life.ts';
import {
  approvalSeal,
  commitStep,
  findToDo,
  moveStep,
  type ProposalNeeds,
  refuseStep,
  type Taking,
} from './proposal-step.ts';
import type { KeptProposal } from './proposal-store.ts';
import { notFromHere, unknownProposal } from './shown-proposal.ts';

type Needs = ProposalNeeds & {
  /** Keeps an outcome that could not be written, until it can be. */
  endLater(taking: Taking): void;
};

/**
 * Takes an approved proposal for its one execution, so that nobody else gets it; makes its plan again, which must be the one that was
 * approved; runs the tool; writes down how it ended. `stale`: nothing was begun. `failed`: it was begun, and either did not happen or its outcome is unknown.
 */
export async function carryOutProposal(needs: Needs, id: string, context: CallContext): Promise<ToolAnswer> {
  const { actor } = context;
  const kept = await findToDo(needs, 'apply', { id, actor });
  const refusal = whyNotCarriedOut(needs, kept, context);
  if (refusal !== undefined) return refuseStep(needs, { act: 'apply', kept, actor, error: refusal });
  await moveStep(needs, { act: 'apply', kept, actor, step: { to: 'applying', from: allowedFrom.apply } });

  const asked = { ...context, onBehalfOf: kept.principal };
  const ready = await readyToRun(needs, kept, asked).catch(async (thrown: unknown) => {
    const error = asSigecError(thrown, { tool: { name: kept.tool }, log: needs.log });
    await end(needs, { kept, actor, to: 'stale', reason: error.message });
    throw error;
  });
  const { tool, prepared, given } = ready;
  const proposal = {
    proposalId: id,
    proposedBy: kept.principal,
    approvedBy: kept.decidedBy,
    approvedVia: kept.decidedVia,
  };
  const facts = { actor, tool, name: tool.name, given, subject: prepared.subject, proposal };
  const frozen = { ...asked, targets: kept.targets, approvedBy: kept.decidedBy ?? undefined };
  const answer = await runInTime(tool, frozen, prepared.run).catch(async (thrown: unknown) => {
    const error = asSigecError(thrown, { tool, log: needs.log });
    const audit = [callAudit({ ...facts, error })];
    await end(needs, { kept, actor, to: 'failed', reason: error.message, audit });
    throw error;
  });
  const how = isDone(answer)
    ? ({ to: 'applied', did: 'ran', status: 'done' } as const)
    : ({ to: 'failed', did: 'not-done', status: notDone, reason: answer.text } as const);
  const { did, status, ...ended } = how;
  await end(needs, { kept, actor, answer, ...ended, audit: [callAudit({ ...facts, did })] });
  const { targets, effect, details } = kept;
  return { ...answer, data: { status, proposal_id: id, targets, effect, details, result: answer.data } };
}

/** The proposal is carried out by whoever asked or by the person who approved it, and only while that one may use the tool at its place. */
function whyNotCarriedOut(
  { toolNamed, may, clock }: ProposalNeeds,
  kept: KeptProposal,
  context: CallContext,
): SigecError | undefined {
  const tool = toolNamed(kept.tool);
  if (!isTheirs(kept, context.actor) || (tool !== undefined && !isOffered(tool, context))) return unknownProposal();
  const refusal = tool && refusalOf(mayUse(may, context.actor.principal, tool));
  if (refusal !== undefined) return refusal;
  const state = stateNow(kept, clock.now());
  return state === 'approved' ? undefined : notFromHere(state);
}

function isTheirs({ principal: proposer, decidedBy }: KeptProposal, actor: Actor): boolean {
  const isDecider = actor.principal?.kind === 'person' && actor.principal.id === decidedBy;
  return proposer === actorName(actor) || (isDecider && !isAgentsDoor(actor.door));
}

type Ready = { tool: RegisteredTool; prepared: PreparedCall; given: Record<string, unknown> };

/** Checks that everything the approval relied on still holds. If it throws, nothing has been done. */
async function readyToRun(needs: ProposalNeeds, kept: KeptProposal, context: CallContext): Promise<Ready> {
  const tool = needs.toolNamed(kept.tool);
  if (tool === undefined || tool.contentHash !== kept.toolHash)
    throw stale('The tool has changed since this was proposed. Propose it again.');
  const given = argumentsOf(needs.installationKey, kept);
  const isApproved = kept.approval !== null && approvalSeal(needs.installationKey, kept).equals(kept.approval);
  if (given === undefined || !isApproved)
    throw stale('What is stored is not what a person approved. Nothing was done; an operator should verify the audit.');
  if (kept.isDeciderRevoked)
    throw stale('The key that approved it has been revoked since. Nothing was done; propose it again.');
  if (kept.isProposerRevoked)
    throw stale('The key that proposed it has been revoked since. Nothing was done; propose it again.');
  const prepared = tool.prepare(given);
  if (prepared.plan === undefined) throw stale('The tool has changed since this was proposed. Propose it again.');
  mustBeTheSame(kept, settledPlan(await runInTime({ ...tool, tier: 'R0' }, context, prepared.plan)));
  return { tool, prepared, given };
}

type Frozen = Pick<SettledPlan, 'targets' | 'effect' | 'preconditions'>;

function mustBeTheSame(approved: Frozen, now: Frozen): void {
  const names = new Set([...Object.keys(approved.preconditions), ...Object.keys(now.preconditions)]);
  const changed = [...names].filter(
    (name) => canonicalJson(approved.preconditions[name]) !== canonicalJson(now.preconditions[name]),
  );
  if (canonicalJson(approved.targets) !== canonicalJson(now.targets)) changed.push('targets');
  // A person approved this sentence. If only the sentence has changed, it names a fact that is not among the preconditions.
  if (changed.length === 0 && approved.effect !== now.effect) changed.push('effect');
  if (changed.length === 0) return;
  const what = changed.join(', ');
  throw stale(
    `Nothing was done: since it was approved this has changed: ${what}. Look again, and propose it anew if it is still wanted.`,
    { changed: what },
  );
}

function stale(sentence: string, details: Record<string, unknown> = {}): SigecError {
  return new SigecError('CONFLICT', sentence, { details });
}

/** Characters; a sentence of ours is shorter. */
const maxReason = 1_000;

type End = Pick<Taking, 'kept' | 'actor' | 'audit'> & {
  to: 'applied' | 'failed' | 'stale';
  reason?: string;
  answer?: ToolAnswer;
};

async function end(needs: Needs, { kept, actor, audit = [], to, reason, answer }: End): Promise<void> {
  const why = reason === undefined ? {} : { reason: untrustedText(reason, maxReason) };
  const result = answer === undefined ? {} : { result: storableAnswer(answer) ?? tooLarge(answer) };
  const taking: Taking = { act: 'end', kept, actor, audit, step: { to, from: allowedFrom.end, ...why, ...result } };
  try {
    await commitStep(needs, taking);
  } catch (cause) {
    needs.endLater(taking);
    const sentence =
      to === 'stale'
        ? 'Nothing was done, and that could not be written down yet: the database does not answer.'
        : 'It was carried out, and how it ended could not be written down yet: the database does not answer. Look at what happened before you ask again.';
    throw new SigecError('DATABASE_AWAY', sentence, { cause });
  }
}

function tooLarge({ text }: ToolAnswer): ToolAnswer {
  return { text: text.slice(0, 500), data: { is_too_large_to_keep: true } };
}
