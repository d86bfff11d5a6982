import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { isUuid } from '#base/uuid.ts';
import type { Proposal } from '#contract/agents/proposal.ts';
import { type AuditEntry, type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import { isOvertaken } from '#ledger/overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { May } from '../policy.ts';
import type { RegisteredTool } from '../registry.ts';
import { approvalSeal } from './proposal-hash.ts';
import { type KeptProposal, type NewProposal, proposalSteps, readProposal, type Step } from './proposal-store.ts';
import { notFromHere, shownProposal, stateNow, unknownProposal } from './shown-proposal.ts';

export type ProposalNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  may: May;
  clock: Clock;
  log: Log;
  installationKey: Buffer;
  /** Counts what somebody asks for; throws when it is too much. */
  admit(actor: Actor): void;
  /** The tool as it is registered now. */
  toolNamed(name: string): RegisteredTool | undefined;
};

/** What somebody does with a proposal, as the audit names it. */
export type Act = 'approve' | 'deny' | 'cancel' | 'apply' | 'end' | 'expire';

export type Taking = {
  act: Act;
  kept: KeptProposal;
  actor: Actor;
  step: Omit<Step, 'id' | 'stepId' | 'at'>;
  /** Of the tool, where it was run. */
  audit?: readonly AuditEntry[];
};

export async function findProposal({ pool }: Pick<ProposalNeeds, 'pool'>, id: string): Promise<KeptProposal> {
  const isId = isUuid(id);
  const kept = isId ? await readProposal(pool, id) : undefined;
  if (kept === undefined) throw unknownProposal();
  return kept;
}

/** For whoever is about to do something with it: a guess that hits nothing is written down too. */
export async function findToDo(needs: ProposalNeeds, act: Act, { id, actor }: { id: string; actor: Actor }) {
  try {
    return await findProposal(needs, id);
  } catch (thrown) {
    const entry = { ...auditHead(act, actor), subject: untrustedText(id), outcome: 'refused' as const };
    await needs.ledger.commit({ audit: [{ ...entry, details: { error: 'NOT_FOUND' } }] });
    throw thrown;
  }
}

/** Takes the step, and shows the proposal as it is then. */
export async function takeStep(needs: ProposalNeeds, taking: Taking): Promise<Proposal> {
  await moveStep(needs, taking);
  return shownProposal(await findProposal(needs, taking.kept.id), needs.clock.now());
}

/** Takes the step, or says why it cannot be taken: somebody was quicker, or the time is over. */
export async function moveStep(needs: ProposalNeeds, taking: Taking): Promise<void> {
  const { act, kept, actor } = taking;
  try {
    await commitStep(needs, taking);
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    const now = await findProposal(needs, kept.id);
    await refuseStep(needs, { act, kept, actor, error: notFromHere(stateNow(now, needs.clock.now())) });
  }
}

/** The step, its event and its audit entry, together or not at all. */
export async function commitStep(needs: ProposalNeeds, taking: Taking): Promise<void> {
  await needs.ledger.commit(entryOf(needs, taking));
}

function entryOf({ clock, installationKey }: ProposalNeeds, { act, kept, actor, step, audit = [] }: Taking) {
  const at = clock.now();
  const decided = { hash: kept.hash, decidedBy: step.decidedBy ?? null, decidedVia: step.decidedVia ?? null };
  const sealed = step.to === 'approved' && {
    approval: approvalSeal(installationKey, { ...decided, decidedAt: at }),
  };
  const outcome = step.to === 'failed' || step.to === 'stale' ? ('failed' as const) : ('done' as const);
  return {
    events: [eventOf(kept, { actor, at, state: step.to })],
    writes: [write(proposalSteps, { ...step, ...sealed, id: kept.id, stepId: randomUUID(), at })],
    audit: [
      ...audit,
      { ...auditHead(act, actor), subject: kept.id, outcome, details: detailsOf(kept, { to: step.to }) },
    ],
  };
}

export async function refuseStep(
  needs: ProposalNeeds,
  { act, kept, actor, error }: Omit<Taking, 'step' | 'audit'> & { error: SigecError },
): Promise<never> {
  const details = detailsOf(kept, { error: error.code });
  await needs.ledger.commit({ audit: [{ ...auditHead(act, actor), subject: kept.id, outcome: 'refused', details }] });
  throw error;
}

type StepFacts = { actor: Actor; at: Date; state: Proposal['state'] };

export function eventOf(
  { id, tool, tier, targets }: NewProposal | KeptProposal,
  { actor, at, state }: StepFacts,
): NewEvent {
  const body = { proposalId: id, tool, tier, targets, state };
  return {
    kind: eventKind[state] ?? 'proposal-moved',
    stationId: null,
    happenedAt: at,
    principal: actorName(actor),
    body,
  };
}

const eventKind: Partial<Record<Proposal['state'], 'proposal-made' | 'proposal-decided'>> = {
  proposed: 'proposal-made',
  approved: 'proposal-decided',
  denied: 'proposal-decided',
};

function auditHead(act: Act, actor: Actor): Pick<AuditEntry, 'principal' | 'door' | 'action'> {
  return { principal: actorName(actor), door: actor.door, action: `proposal:${act}` };
}

function detailsOf(kept: KeptProposal, more: { to?: string; error?: string }): AuditEntry['details'] {
  const { tool, tier, targets, principal, hash, decidedBy, decidedVia } = kept;
  return {
    ...{ tool, tier, targets, proposedBy: principal, hash: hash.toString('hex') },
    ...(decidedBy !== null && { decidedBy, decidedVia }),
    ...more,
  };
}
