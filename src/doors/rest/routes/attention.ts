import { troublesFor } from '#charging/attention/attention-scopes.ts';
import { rankAttention } from '#charging/attention/rank-attention.ts';
import type { Proposal } from '#contract/agents/proposal.ts';
import { attentionApi } from '#contract/api/attention.ts';
import type { AttentionItem } from '#contract/attention.ts';
import type { Actor } from '#principals/actor.ts';
import { type NotReady, type RouteNeeds, serve } from '../route.ts';

export const attentionRoutes = serve(attentionApi, {
  async list({ query: { perKind }, actor }, needs) {
    const { charging, principals, health } = needs;
    const mayRead = (scope: string) => principals.may(actor.principal, { access: 'read', scope }).isAllowed;
    const [ofStations, waiting, notReady] = await Promise.all([
      charging.attention.find({ perKind, kinds: troublesFor(mayRead) }),
      mayRead('proposals:read') ? proposalsFor(actor, perKind, needs) : nothing,
      health.reasonsNotReady(),
    ]);
    const items = [...notReady.map(notReadyItem), ...ofStations.items, ...waiting.items];
    const counts = {
      ...ofStations.counts,
      ...(waiting.count > 0 && { proposal: waiting.count }),
      ...(notReady.length > 0 && { 'not-ready': notReady.length }),
    };
    return { items: rankAttention(items), counts, madeAt: new Date().toISOString() };
  },
});

const nothing = { items: [], count: 0 };

async function proposalsFor(
  actor: Actor,
  limit: number,
  { registry }: RouteNeeds,
): Promise<{ items: AttentionItem[]; count: number }> {
  if (actor.principal !== null && actor.principal.kind !== 'person') return nothing; // others are not asked to decide
  const { proposals, waiting } = await registry.proposals.list(
    { state: 'proposed', limit: Math.min(limit, 200) },
    actor,
  );
  return { items: proposals.map(proposalItem), count: waiting };
}

function proposalItem(proposal: Proposal): AttentionItem {
  const { id, proposedAt, tool, title, tier, targets, proposedByName, expiresAt } = proposal;
  return {
    id: `proposal:${id}`,
    kind: 'proposal',
    severity: 'warning',
    since: proposedAt,
    proposalId: id,
    tool,
    title,
    tier,
    targets,
    proposedByName,
    expiresAt,
  };
}

function notReadyItem({ cause, since }: NotReady): AttentionItem {
  return {
    id: `not-ready:${cause}`,
    kind: 'not-ready',
    severity: 'critical',
    since: since?.toISOString() ?? null,
    cause,
  };
}
