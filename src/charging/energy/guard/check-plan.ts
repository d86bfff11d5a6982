import type { SiteNode } from '#contract/energy/site-tree.ts';
import { type PlanProblem, valueAt } from '../planner/plan-problem.ts';
import { roomsAt } from '../planner/rooms.ts';
import type { SitePlan } from '../planner/site-plan.ts';
import { type LineSums, loadOf, magnitudes, sumsAt } from './node-sums.ts';

/** A limit that a plan would pass. Amounts are amperes for a line, watts where the line is null. */
export type Breach = { nodeId: string; line: 1 | 2 | 3 | null; slot: number; amount: number; limit: number };

/** Solvers keep to limits within a tolerance of their own; fuses do not notice it. */
const toleranceA = 0.01;

/**
 * Whether a plan passes a limit of the tree in any slot, from the tree and the currents alone: none of the planner's arithmetic is
 * used, so that a mistake there is found here. Empty: it passes none.
 */
export function checkPlan(
  plan: SitePlan,
  { tree, given, battery, rooms = [] }: Pick<PlanProblem, 'tree' | 'given' | 'battery' | 'rooms'>,
): Breach[] {
  const breaches: Breach[] = [];
  for (const [slot, { from, to }] of plan.slots.entries()) {
    const draws = plan.vehicles.map(({ evseNodeId, phases, currentsA }) => ({
      nodeId: evseNodeId,
      sums: loadOf(tree, evseNodeId, phases, currentsA[slot] ?? 0),
    }));
    const even = given.map(({ nodeId, limitW }) => ({ nodeId, watts: valueAt(limitW, from) }));
    if (battery !== null) even.push({ nodeId: battery.nodeId, watts: plan.batteryW[slot] ?? 0 });
    const limits = roomsAt(rooms, { from, to });
    const withoutCars = sumsAt(tree, [], even);
    for (const [nodeId, sums] of sumsAt(tree, draws, even)) {
      const node = tree.nodes.find(({ id }) => id === nodeId);
      if (node === undefined) continue;
      const alone = withoutCars.get(nodeId);
      breaches.push(...breachesOf(node, sums, alone, limits).map((breach) => ({ ...breach, slot })));
    }
  }
  return [...breaches, ...outOfRange(plan, tree.nodes)];
}

/** What nobody steers may be above a limit by itself; the plan is to blame only where it adds to it. */
function breachesOf(
  node: SiteNode,
  sums: LineSums,
  alone: LineSums | undefined,
  rooms: ReadonlyMap<string, number>,
): Omit<Breach, 'slot'>[] {
  const kept = 1 - node.safetyMarginPercent / 100;
  const limits = typeof node.limitA === 'number' ? [node.limitA, node.limitA, node.limitA] : (node.limitA ?? []);
  const aloneA = alone === undefined ? [0, 0, 0] : magnitudes(alone.lines);
  const lines = magnitudes(sums.lines).flatMap((amount, index) => {
    const line = ([1, 2, 3] as const)[index];
    if (limits[index] === undefined || line === undefined) return [];
    const limit = rooms.get(`${node.id} ${line}`) ?? limits[index] * kept;
    const allowed = Math.max(limit, aloneA[index] ?? 0);
    return amount > allowed + toleranceA ? [{ nodeId: node.id, line, amount, limit }] : [];
  });
  if (node.limitW === null) return lines;
  const limit = rooms.get(`${node.id} null`) ?? node.limitW * kept;
  const allowed = Math.max(limit, alone?.watts ?? 0);
  if (sums.watts <= allowed + toleranceA * 230) return lines;
  return [...lines, { nodeId: node.id, line: null, amount: sums.watts, limit }];
}

function outOfRange({ vehicles, slots }: SitePlan, nodes: readonly SiteNode[]): Breach[] {
  return vehicles.flatMap(({ evseNodeId, currentsA }) => {
    const evse = nodes.find(({ id }) => id === evseNodeId)?.evse;
    if (evse === undefined || evse === null)
      throw new Error(`The plan names ${evseNodeId}, which is no EVSE of the site.`);
    return slots.flatMap((_, slot) => {
      const amount = Math.abs(currentsA[slot] ?? 0);
      if (amount <= evse.maxA + toleranceA && Number.isFinite(amount)) return [];
      return [{ nodeId: evseNodeId, line: 1 as const, slot, amount, limit: evse.maxA }];
    });
  });
}
