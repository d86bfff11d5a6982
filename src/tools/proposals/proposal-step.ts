import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { SigecError } from '#base/errors.ts';
import { canonicalJson } from '#base/json.ts';
import type { Log } from '#base/log.ts';
import type { OtherNodes } from '#base/other-nodes.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import { isUuid } from '#base/uuid.ts';
import type { Proposal } from '#contract/agents/proposal.ts';
import { keyedHash } from '#ledger/installation.ts';
import { type AuditEntry, isOvertaken, type Ledger, type NewEvent, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { Approvals, May } from '../policy.ts';
import type { RegisteredTool } from '../registry.ts';
import { stateNow } from './proposal-life.ts';
import { type KeptProposal, type NewProposal, proposalSteps, readProposal, type Step } from './proposal-store.ts';
import { notFromHere, shownProposal, unknownProposal } from './shown-proposal.ts';

export type ProposalNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  may: May;
  clock: Clock;
  log: Log;
  installationKey: Buffer;
  /** Whether a person may approve what their own assistant proposed; absent: they may. */
  approvals?: Approvals | undefined;
  /** Nodes that count proposals together; absent: there are none. */
  others?: OtherNodes | undefined;
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
    tool,
    tier,
    targets,
    proposedBy: principal,
    hash: hash.toString('hex'),
    ...(decidedBy !== null && { decidedBy, decidedVia }),
    ...more,
  };
}

type Frozen = Omit<NewProposal, 'sealed' | 'hash'>;

/**
 * Over everything that a person is shown and approves, and the arguments as they were given. Keyed, so that whoever can write into the
 * database cannot exchange any of it.
 */
export function proposalHash(key: Buffer, frozen: Frozen, given: unknown): Buffer {
  const { id, tool, toolHash, title, tier, principal, door, subject } = frozen;
  const { targets, effect, details, preconditions, arguments: shown, proposedAt, expiresAt } = frozen;
  const text = canonicalJson([
    ...[id, tool, toolHash, title, tier, principal, door, subject, targets, effect, details, preconditions, shown],
    ...[proposedAt.toISOString(), expiresAt.toISOString(), given],
  ]);
  return keyedHash(key, 'proposal', text);
}

type Decided = Pick<KeptProposal, 'hash' | 'decidedBy' | 'decidedVia' | 'decidedAt'>;

/** Says that this person approved this proposal then; a state that was written into the table by hand has none. */
export function approvalSeal(key: Buffer, { hash, decidedBy, decidedVia, decidedAt }: Decided): Buffer {
  const text = canonicalJson([hash.toString('hex'), decidedBy, decidedVia, decidedAt?.toISOString()]);
  return keyedHash(key, 'approval', text);
}
