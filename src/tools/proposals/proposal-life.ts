import type { ProposalState } from '#contract/agents/proposal.ts';

/** How long a person has to decide, and the proposal to be carried out. */
export const validMs = 15 * 60_000;

/** One that is still being carried out this long after its time is over was left behind by a process that died. */
export const leftBehindAfterMs = 15 * 60_000;

/** The audit tells of a proposal for ever; its details and arguments go this long after its end. */
export const keepEndedMs = 400 * 24 * 3_600_000;

/** From which states each act may move a proposal. Nothing leads back: what failed is not tried again, but has to be proposed anew. */
export const allowedFrom = {
  approve: ['proposed'],
  deny: ['proposed', 'approved'], // a person may think better of it until it is carried out
  cancel: ['proposed', 'approved'],
  apply: ['approved'],
  end: ['applying'],
} as const satisfies Record<string, readonly ProposalState[]>;
