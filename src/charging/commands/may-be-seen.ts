import type { Outcome } from '#contract/commands/command.ts';

/** Many stations restart, or end a session, before they have answered. What they do all the same is seen by what they tell. */
const workUnanswered = new Set(['reset', 'stop-session']);

export function mayBeSeen(name: string, { status }: Outcome): boolean {
  return status === 'accepted' || (status === 'no-answer' && workUnanswered.has(name));
}
