import { SigecError } from '#base/errors.ts';
import { type Entry, write } from '#ledger/ledger-types.ts';
import { seal, unseal } from '#ledger/seal.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { SettledPlan } from '../plan.ts';
import { redactArguments } from '../redact-arguments.ts';
import { needsApproval } from '../tier.ts';
import type { PreparedCall, Tool } from '../tool.ts';
import { validMs } from './proposal-life.ts';
import { eventOf, type ProposalNeeds, proposalHash } from './proposal-step.ts';
import { countWaiting, type KeptProposal, type NewProposal, newProposals } from './proposal-store.ts';

export type ProposalRequest = { tool: Tool; prepared: PreparedCall; plan: SettledPlan; actor: Actor };

/** More than that nobody reads, and a person who is asked too often stops reading. */
const maxWaiting = 100;

/** What has to be committed for a new proposal; whoever made the plan commits it together with the audit of the call. */
export async function makeProposal(
  { pool, clock, installationKey }: ProposalNeeds,
  { tool, prepared, plan, actor }: ProposalRequest,
): Promise<{ proposal: NewProposal; entry: Required<Pick<Entry, 'events' | 'writes'>> }> {
  if (!needsApproval(tool.tier)) throw new Error(`${tool.name} is ${tool.tier}: nobody has to approve it.`);
  const proposedAt = clock.now();
  const principal = actorName(actor);
  if ((await countWaiting(pool, { now: proposedAt, principal })) >= maxWaiting) {
    const sentence = `${maxWaiting} proposals of yours wait for a person already. Take some back with cancel_proposal, or wait.`;
    throw new SigecError('TOO_MANY_REQUESTS', sentence);
  }
  const id = uuidv7(proposedAt);
  const given = prepared.arguments;
  const frozen = {
    id,
    tool: tool.name,
    toolHash: tool.contentHash,
    title: tool.title,
    tier: tool.tier,
    principal,
    door: actor.door,
    subject: prepared.subject,
    ...plan,
    arguments: redactArguments(given),
    proposedAt,
    expiresAt: new Date(proposedAt.getTime() + validMs),
  };
  const proposal: NewProposal = {
    ...frozen,
    sealed: seal(installationKey, purposeOf(id), Buffer.from(JSON.stringify(given))),
    hash: proposalHash(installationKey, frozen, given),
  };
  const event = eventOf(proposal, { actor, at: proposedAt, state: 'proposed' });
  return { proposal, entry: { events: [event], writes: [write(newProposals, proposal)] } };
}

/** The arguments as they were given; undefined: something of the row is not what was proposed. */
export function argumentsOf(key: Buffer, kept: KeptProposal): Record<string, unknown> | undefined {
  try {
    const text = unseal(key, purposeOf(kept.id), kept.sealed ?? Buffer.alloc(0)).toString();
    const given = JSON.parse(text) as Record<string, unknown>;
    return proposalHash(key, kept, given).equals(kept.hash) ? given : undefined;
  } catch {
    return undefined; // sealed under another key, for another proposal, or changed
  }
}

function purposeOf(id: string): string {
  return `proposal ${id}`;
}
