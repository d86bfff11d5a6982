import type { ProposalState } from '#contract/agents/proposal.ts';

/** How long a person has to decide, and the proposal to be carried out. */
export const validMs = 15 * 60_000;

/** Clocks of several nodes may differ by so much; a clock that was set back further ends what it made valid for longer. */
const clockToleranceMs = 60_000;

/** One that is still being carried out this long after its time is over was left behind by a process that died. */
export const leftBehindAfterMs = 15 * 60_000;

/** So long a call may go on that carries a proposal out: it must have ended before the proposal counts as left behind. */
export const longestTaskMs = leftBehindAfterMs - 60_000;

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

/** The state as of now: what waits is expired as soon as its time is over, also before the sweep has written it down. */
export function stateNow({ state, ...times }: Times & { state: ProposalState }, now: Date): ProposalState {
  return (state === 'proposed' || state === 'approved') && isOver(times, now) ? 'expired' : state;
}

type Times = { proposedAt: Date; expiresAt: Date };

function isOver({ proposedAt, expiresAt }: Times, now: Date): boolean {
  return expiresAt <= now || proposedAt.getTime() > now.getTime() + clockToleranceMs;
}

/** `isOver` as a condition on a row of `proposal`; `now` is the name of a parameter. */
export const isOverSql = (now: string) =>
  `(proposal.expires_at <= ${now} or proposed_at > ${now}::timestamptz + interval '${clockToleranceMs} milliseconds')`;

/** How the sweep ends what is overdue in this state. */
export function overdueStep(state: ProposalState) {
  return state === 'applying' ? leftBehind : ({ to: 'expired', from: [state] } as const);
}

const leftBehind = {
  to: 'failed',
  from: allowedFrom.end,
  reason: 'The server stopped while it was carried out. Look at the commands of its stations.',
} as const;
