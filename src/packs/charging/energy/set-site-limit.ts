import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { StoredLimit, TemporaryLimit } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import type { Plan } from '#tools/plan.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { why } from '../station-command.ts';
import { type EnergyNeeds, managedSiteId, momentOf, planned, siteTime } from './managed-site.ts';
import { limitOf } from './plan-charging.ts';
import { differenceOf } from './plan-for-agents.ts';

const input = z.object({
  site_id: managedSiteId,
  node_id: z.string().max(60).optional().describe('Absent: the connection to the grid'),
  limit_a: z.number().min(0).max(100_000).optional().describe('Per line; either this or limit_kw'),
  limit_kw: z.number().min(0).max(1_000_000).nullable().optional().describe('null: take our limit of the node away'),
  from: siteTime.optional().describe('Absent: at once'),
  until: siteTime.optional().describe('Absent: until it is taken away'),
  why,
});
type Asked = z.output<typeof input>;

export function setSiteLimit(needs: EnergyNeeds): Tool {
  return defineTool({
    name: 'set_site_limit',
    title: 'Limit a site for a while',
    description:
      'Limits what a site, or one node of it such as a feeder, may draw, at once or from a time on and until a time, such as for the grid operator. Charging there is planned anew below it; cars may get less and leave with less. limit_kw null takes the limit away that was set so. ' +
      'The settings of the site stay; for one charge point use set_charging_limit. Preview with plan_charging. A person approves it; the proposal tells which cars would lack energy.',
    category: 'sites',
    level: 'advanced',
    tier: 'R3',
    isIdempotent: true,
    timeoutMs: 120_000,
    input,
    output: z.object({
      is_done: z.boolean(),
      site_id: z.string(),
      limits: z.array(z.record(z.string(), z.unknown())).describe('All that hold there for a while'),
    }),
    examples: [{ site_id: 'depot', limit_a: 40, until: '18:00' }],
    subject: ({ site_id }) => site_id,
    async plan(asked): Promise<Plan> {
      const { limit, held } = await look(needs, asked);
      const details = { limit_before: held.map(limitForAgents) };
      const base = {
        targets: [`site:${asked.site_id}/node:${untrustedText(limit.nodeId, 60)}`],
        preconditions: { limit_before: held.map(keyOf) },
      };
      if (asked.limit_kw === null) return { ...base, effect: sentenceOf('effect-remove-site-limit'), details };
      const before = await planned(() => needs.charging.energy.plan(asked.site_id));
      const after = await planned(() =>
        needs.charging.energy.preview(asked.site_id, { limits: [limit], needs: [], caution: null }),
      );
      return {
        ...base,
        effect: sentenceOf('effect-site-limit', {
          where: sentenceOf(asked.node_id === undefined ? 'place-whole-site' : 'place-one-node'),
          amount: amountOf(limit),
          from: limit.from === null ? '' : sentenceOf('from-then', { from: limit.from }),
          until:
            limit.until === null ? sentenceOf('until-taken-away') : sentenceOf('until-then', { until: limit.until }),
        }),
        details: { ...details, predicted: differenceOf(before, after) },
      };
    },
    async run(asked, { actor }) {
      const { limit } = await look(needs, asked);
      const limits = await planned(() =>
        asked.limit_kw === null
          ? needs.charging.energy.removeLimit(asked.site_id, limit.nodeId, actor)
          : needs.charging.energy.setLimit(asked.site_id, limit, actor),
      );
      const text =
        asked.limit_kw === null
          ? 'The limit is gone; the site is planned anew.'
          : 'The limit holds; the site is planned anew. plan_charging shows the outcome.';
      return { text, data: { is_done: true, site_id: asked.site_id, limits: limits.slice(0, 50).map(limitForAgents) } };
    },
  });
}

async function look(needs: EnergyNeeds, asked: Asked): Promise<{ limit: TemporaryLimit; held: StoredLimit[] }> {
  const { site_id, node_id, limit_a, limit_kw, from, until } = asked;
  const { charging } = needs;
  const isTaken = limit_kw === null;
  if (isTaken && limit_a !== undefined)
    throw wrongArgument('limit_kw null takes the limit away: leave limit_a out.', 'limit_kw');
  const wanted = isTaken ? { limit_kw: 0 } : { limit_a, limit_kw };
  const limit = await limitOf(needs, site_id, { node_id, ...wanted });
  const { timeZone } = await charging.sites.get(site_id);
  const timeOf = (name: string, value: string | undefined) =>
    value === undefined ? null : momentOf(needs, { name, value }, timeZone);
  const times = { from: timeOf('from', from), until: timeOf('until', until) };
  const end = times.until === null ? Number.POSITIVE_INFINITY : Date.parse(times.until);
  if (end <= Math.max(needs.clock.now().getTime(), times.from === null ? 0 : Date.parse(times.from)))
    throw wrongArgument('until must be later than from, and still to come.', 'until');
  const held = (await planned(() => charging.energy.limits(site_id))).filter(({ nodeId }) => nodeId === limit.nodeId);
  if (isTaken && held.length === 0)
    throw new SigecError('NOT_FOUND', 'No limit for a while holds there, so there is nothing to take away.');
  return { limit: { ...limit, ...times, why: asked.why === undefined ? null : untrustedText(asked.why, 200) }, held };
}

function amountOf({ limitA, limitW }: TemporaryLimit): Sentence {
  return limitA === null
    ? sentenceOf('amount-kw', { kw: (limitW ?? 0) / 1000 })
    : sentenceOf('amount-a-per-line', { amperes: limitA });
}

function limitForAgents({ nodeId, limitA, limitW, from, until, source }: StoredLimit) {
  return {
    node_id: untrustedText(nodeId, 60),
    ...(limitA !== null && { limit_a: limitA }),
    ...(limitW !== null && { limit_kw: limitW / 1000 }),
    ...(from !== null && { from }),
    ...(until !== null && { until }),
    source,
  };
}

function keyOf({ limitA, limitW, from, until, source }: StoredLimit): string {
  return [limitA ?? '', limitW ?? '', from ?? '', until ?? '', source].join(' ');
}
