import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import { troublesFor } from '#charging/attention/attention-scopes.ts';
import { rankAttention } from '#charging/attention/rank-attention.ts';
import type { AttentionItem } from '#contract/attention.ts';
import { inWords } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { limit } from '../paging.ts';

const perKind = 50;

const shown = z.object({
  kind: z.string(),
  severity: z.string().describe('critical, warning or notice'),
  charge_point_id: z.string().optional(),
  since: z.string().optional(),
  reason: z.string().optional().describe('What the station or the card was troubled by: data'),
  session_id: z.string().optional(),
  site_id: z.string().optional(),
});

export function whatNeedsAttention({ charging, may }: Pick<PackNeeds, 'charging' | 'may'>): Tool {
  return defineTool({
    name: 'what_needs_attention',
    title: 'What needs attention',
    description:
      'Lists what needs a person, the most pressing first: limits of sites that are not safe, silent meters, stations that do not follow their energy plan, stations that are faulted, offline or wait to be accepted, security events, certificates that expire, settings out of sync, odd sessions, refused cards. Use it to answer "what should I look at?". Why one station is as it is tells what_happened.',
    category: 'stations',
    level: 'observe',
    tier: 'R0',
    input: z.object({ limit: limit(100, 20) }),
    output: z.object({ items: z.array(shown), counts: z.record(z.string(), z.int()) }),
    examples: [{}],
    async run({ limit: max }, { actor }) {
      const kinds = troublesFor((scope) => may(actor.principal, { access: 'read', scope }).isAllowed);
      const { items, counts } = await charging.attention.find({ perKind, kinds });
      const ranked = rankAttention(items).slice(0, max).map(itemForAgents);
      const total = Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
      const text =
        total === 0 ? 'Nothing needs attention.' : `${total} things need attention; the most pressing come first.`;
      return { text, data: { items: ranked, counts } };
    },
  });
}

function itemForAgents(item: AttentionItem): z.input<typeof shown> {
  const { kind, severity, since } = item;
  const facts = item as {
    stationId?: string | null;
    sessionId?: string;
    reason?: string;
    type?: string;
    flags?: string[];
    subject?: string;
    siteId?: string;
  };
  const title = item.kind === 'energy' ? (inWords(item.title, { language: 'en' }) ?? item.title.code) : undefined;
  const reason = title ?? facts.reason ?? facts.type ?? facts.subject ?? facts.flags?.join(', ');
  return {
    kind,
    severity,
    ...(facts.stationId !== undefined && facts.stationId !== null && { charge_point_id: facts.stationId }),
    ...(since !== null && { since }),
    ...(reason !== undefined && { reason: untrustedText(reason) }),
    ...(facts.sessionId !== undefined && { session_id: facts.sessionId }),
    ...(facts.siteId !== undefined && { site_id: facts.siteId }),
  };
}
