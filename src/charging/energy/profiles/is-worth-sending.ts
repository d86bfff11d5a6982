import { type CurrentStep, sendable } from './current-steps.ts';

export type SentPlan = { steps: readonly CurrentStep[]; coveredUntil: number; sentAt: number };

const deadBandA = 1;
const deadBandShare = 0.05;
const minGapMs = 60_000;
const aheadMs = 600_000;

/**
 * Whether a new plan is worth a message. A station wears its memory with each profile, so small rises can wait; a lower current is
 * sent at once, since limits depend on it.
 */
export function isWorthSending(sent: SentPlan | null, next: readonly CurrentStep[], now: number): boolean {
  if (sent === null || sent.coveredUntil - now < aheadMs) return true;
  const changes = [...sent.steps, ...next].map(({ from }) => from).filter((from) => from > now && from < now + aheadMs);
  const differences = [now, ...changes].map((moment) => ({
    before: currentAt(sent.steps, moment),
    after: currentAt(next, moment),
  }));
  if (differences.some(({ before, after }) => after < before)) return true;
  const isNotable = differences.some(
    ({ before, after }) =>
      after - before >= Math.max(deadBandA, deadBandShare * Math.abs(before)) || (before <= 0 && after > 0),
  );
  return isNotable && now - sent.sentAt >= minGapMs;
}

function currentAt(steps: readonly CurrentStep[], moment: number): number {
  return sendable(steps.findLast(({ from }) => from <= moment)?.amperes ?? 0);
}
