import { isRecord } from '#base/json.ts';
import type { ProposalShown } from './turn-event.ts';

/** The proposal that a tool of ours answered with, in place of an effect. */
export function proposalIn(data: Record<string, unknown> | undefined): ProposalShown | undefined {
  // What was called by way of call_tool answers within its answer.
  if (typeof data?.['tool'] === 'string') return proposalIn(data['data'] as Record<string, unknown> | undefined);
  if (data?.['status'] !== 'proposed' || typeof data['proposal_id'] !== 'string') return undefined;
  const { proposal_id: id, effect, targets, details, expires_at: expiresAt } = data;
  return {
    id,
    effect: typeof effect === 'string' ? effect : '',
    targets: Array.isArray(targets) ? targets.map(String) : [],
    details: isRecord(details) ? details : {},
    expiresAt: typeof expiresAt === 'string' ? expiresAt : null,
  };
}
