import type { Proposal, ProposalState } from '#contract/agents/proposal.ts';

const openStates: ReadonlySet<ProposalState> = new Set(['proposed', 'approved', 'applying']);

export function isOpen({ state }: Pick<Proposal, 'state'>): boolean {
  return openStates.has(state);
}

/**
 * Those that wait and those that were seen waiting, the most urgent first. What is decided stays where it stands, with its answer, and
 * what is new comes last: nothing moves under the pointer.
 */
export function keptOpen(seen: readonly string[], proposals: readonly Proposal[]): string[] {
  const known = new Set(seen);
  const fresh = proposals.filter((each) => isOpen(each) && !known.has(each.id)).map(({ id }) => id);
  return fresh.length === 0 ? [...seen] : [...seen, ...fresh.toSorted()]; // the id of a proposal begins with its time
}
