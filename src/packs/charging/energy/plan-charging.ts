import { z } from 'zod';
import { untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { counted } from '../paging.ts';
import { type EnergyNeeds, managedSiteId, planned } from './managed-site.ts';
import { carForAgents, chargingCars, explanationOf, kilo, plannedCar } from './plan-for-agents.ts';

const ifLimit = z.object({
  node_id: z.string().max(60).optional().describe('Absent: the connection to the grid'),
  limit_a: z.number().min(0).max(100_000).optional().describe('Per line; either this or limit_kw'),
  limit_kw: z.number().min(0).max(1_000_000).optional().describe('Over all lines'),
});

const row = z.record(z.string(), z.unknown());

const maxCars = 50;
const maxNodes = 30;

export function planCharging(needs: EnergyNeeds): Tool {
  return defineTool({
    name: 'plan_charging',
    title: 'Charging plan of a site',
    description:
      'Tells who charges when at a site in the next hours and why: hours with price and load below the limit, each car with its need, when it is ready, and a sentence that names what holds it back; cost beside charging without a plan. ' +
      'With if_limits or caution it previews another plan, and nothing changes. For one car use explain_plan; to change something, set_charging_need or set_site_limit.',
    category: 'sites',
    level: 'observe',
    tier: 'R0',
    timeoutMs: 60_000,
    input: z.object({
      site_id: managedSiteId,
      if_limits: z.array(ifLimit).max(20).optional().describe('What if these limits held?'),
      caution: z.number().min(0).max(1).optional().describe('What if: 0 cheapest energy, 1 every deadline first'),
      hours: z.int().min(1).max(48).default(12).describe('How many to list'),
    }),
    output: z.object({
      is_preview: z.boolean(),
      mode: z.string().describe('plan: shown only; control: stations follow it'),
      made_at: z.string(),
      made_by: z.string().describe('solver, or water-filling where it failed or was late'),
      cost: z.number(),
      cost_without_plan: z.number(),
      currency: z.string(),
      hours: z.array(row).describe('from, price, load_kw at the connection to the grid'),
      nodes: z
        .array(row)
        .describe('node_id, limit_a or limit_kw, max_planned_kw, worst_case_a whatever fails, is_safe'),
      cars: z.array(plannedCar),
      expected_cars: z.int().describe('Room is kept for cars that usually come'),
      warnings: z.array(z.string()),
    }),
    examples: [{ site_id: 'depot' }, { site_id: 'depot', if_limits: [{ limit_a: 40 }] }],
    subject: ({ site_id }) => site_id,
    async run({ site_id, if_limits, caution, hours }) {
      const isPreview = if_limits !== undefined || caution !== undefined;
      const limits = await Promise.all((if_limits ?? []).map((limit) => limitOf(needs, site_id, limit)));
      const { energy } = needs.charging;
      const plan = await planned(() =>
        isPreview ? energy.preview(site_id, { limits, needs: [], caution: caution ?? null }) : energy.plan(site_id),
      );
      const cars = chargingCars(plan);
      const short = cars.filter(({ shortWh }) => shortWh > 50).length;
      const text = `${counted(cars.length, 'car')} charging; ${short === 0 ? 'all have what they need in time' : `${short} will lack energy when they leave`}.`;
      return { text, data: planForAgents(plan, { isPreview, hours }) };
    },
  });
}

export async function limitOf(
  { charging }: Pick<EnergyNeeds, 'charging'>,
  site: string,
  { node_id, limit_a, limit_kw }: z.output<typeof ifLimit>,
) {
  if ((limit_a === undefined) === (limit_kw === undefined))
    throw wrongArgument('Give either limit_a or limit_kw.', 'limit_a', 'limit_kw');
  const { tree } = await planned(() => charging.energy.get(site));
  const found = tree.nodes.find(({ id, parentId }) => (node_id === undefined ? parentId === null : id === node_id));
  if (found === undefined) {
    const some = tree.nodes.filter(({ kind }) => kind !== 'evse').slice(0, 20);
    throw wrongArgument(
      `No node of the site has this node_id. There are, among others: ${some.map(({ id }) => id).join(', ')}.`,
      'node_id',
    );
  }
  return {
    nodeId: found.id,
    limitA: limit_a ?? null,
    limitW: limit_kw === undefined ? null : Math.round(limit_kw * 1000),
    from: null,
    until: null,
    why: null,
  };
}

function planForAgents(plan: EnergyPlan, { isPreview, hours }: { isPreview: boolean; hours: number }) {
  const cars = chargingCars(plan);
  return {
    is_preview: isPreview,
    mode: plan.mode,
    made_at: plan.madeAt,
    made_by: plan.madeBy,
    cost: plan.cost.planned,
    cost_without_plan: plan.cost.uncontrolled,
    currency: plan.cost.currency,
    hours: hoursOf(plan, hours),
    nodes: plan.nodes
      .filter(({ limitA, limitW }) => limitA !== null || limitW !== null)
      .slice(0, maxNodes)
      .map(nodeForAgents),
    cars: cars.slice(0, maxCars).map(carForAgents),
    expected_cars: plan.cars.length - cars.length,
    warnings: plan.warnings.slice(0, 20).map(explanationOf),
  };
}

function nodeForAgents({ nodeId, name, limitA, limitW, plannedW, worstCaseA, isSafe }: EnergyPlan['nodes'][number]) {
  return {
    node_id: nodeId,
    name: untrustedTextIfAny(name, 100),
    limit_a: limitA === null ? undefined : Math.min(...limitA),
    limit_kw: limitW === null ? undefined : kilo(limitW),
    max_planned_kw: kilo(Math.max(0, ...plannedW)),
    worst_case_a: worstCaseA === null ? undefined : Math.round(worstCaseA * 10) / 10,
    is_safe: isSafe,
  };
}

const hourMs = 3_600_000;

/** Of every hour its price at the beginning and its highest load at the connection to the grid. */
function hoursOf({ slots, nodes: [root] }: EnergyPlan, most: number) {
  const times = slots.map(({ from, seconds }) => ({ start: Date.parse(from), end: Date.parse(from) + seconds * 1000 }));
  const begin = times[0]?.start ?? 0;
  const count = Math.min(most, Math.ceil(((times.at(-1)?.end ?? begin) - begin) / hourMs));
  return Array.from({ length: count }, (_, hour) => {
    const [start, end] = [begin + hour * hourMs, begin + (hour + 1) * hourMs];
    const within = [...times.keys()].filter((index) => {
      const time = times[index];
      return time !== undefined && time.start < end && time.end > start;
    });
    return {
      from: new Date(start).toISOString(),
      price: slots[within[0] ?? 0]?.importPerKwh ?? 0,
      load_kw: kilo(Math.max(0, ...within.map((index) => root?.plannedW[index] ?? 0))),
    };
  });
}
