import type { AttentionItem, AttentionSeverity } from '#contract/attention.ts';
import { attentionKinds } from '#contract/word-lists.ts';

const gravity = { critical: 0, warning: 1, notice: 2 } satisfies Record<AttentionSeverity, number>;

/** The gravest first, then by kind. Of one kind what waits for a decision stands in the order it came, and of other troubles the newest first. */
export function rankAttention(items: readonly AttentionItem[]): AttentionItem[] {
  return items.toSorted(
    (one, other) =>
      gravity[one.severity] - gravity[other.severity] ||
      attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind) ||
      byTime(one, other) ||
      (one.id < other.id ? -1 : 1),
  );
}

function byTime(one: AttentionItem, other: AttentionItem): number {
  const [first, second] = [one.since ?? '', other.since ?? ''];
  const order = first < second ? -1 : Number(first > second);
  return isWaiting(one) ? order : -order;
}

function isWaiting({ kind }: AttentionItem): boolean {
  return kind === 'pending' || kind === 'proposal';
}
