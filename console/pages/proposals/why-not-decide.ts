import type { Principal } from '#contract/agents/principal.ts';
import type { Proposal } from '#contract/agents/proposal.ts';

export type WhyNotDecide = 'ownKey' | 'notAPerson' | 'needsAdministrator' | 'expired' | 'decided';

/** What keeps this person from deciding this proposal, besides their role; null: nothing. The server decides again. */
export function whyNotDecide(
  { kind, id, role }: Pick<Principal, 'kind' | 'id' | 'role'>,
  proposal: Pick<Proposal, 'proposedBy' | 'tier' | 'state' | 'expiresAt'>,
  nowMs: number,
): WhyNotDecide | null {
  if (proposal.state !== 'proposed' && proposal.state !== 'approved') return 'decided';
  if (Date.parse(proposal.expiresAt) <= nowMs) return 'expired';
  if (kind !== 'person') return 'notAPerson';
  if (id === proposal.proposedBy) return 'ownKey';
  return proposal.tier === 'R3' && role !== 'administrator' ? 'needsAdministrator' : null;
}
