import type { SiteNode } from '#contract/energy/site-tree.ts';
import { type PlanProblem, valueAt } from '../planner/plan-problem.ts';
import { roomsAt } from '../planner/rooms.ts';
import type { SitePlan } from '../planner/site-plan.ts';
import { type LineSums, loadOf, magnitudes, nodesById, sumsAt } from './node-sums.ts';

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
  const byId = nodesById(tree);
  const paths = plan.vehicles.map(({ evseNodeId, phases }) =>
    sumsAt(tree, [{ nodeId: evseNodeId, sums: loadOf(tree, evseNodeId, phases, 1) }], []),
  );
  for (const [slot, { from, to }] of plan.slots.entries()) {
    const even = given.map(({ nodeId, limitW }) => ({ nodeId, watts: valueAt(limitW, from) }));
    if (battery !== null) {
      const watts = plan.batteryW[slot] ?? 0;
      even.push({ nodeId: battery.nodeId, watts: battery.givesRoom === false ? Math.max(0, watts) : watts });
    }
    const limits = roomsAt(rooms, { from, to });
    const withoutCars = sumsAt(tree, [], even);
    const loads = new Map([...withoutCars].map(([nodeId, sums]) => [nodeId, flat(sums)]));
    for (const [index, { currentsA }] of plan.vehicles.entries())
      addTimes(loads, paths[index] ?? new Map(), currentsA[slot] ?? 0);
    for (const [nodeId, load] of loads) {
      const node = byId.get(nodeId);
      if (node === undefined || (node.limitA === null && node.limitW === null)) continue;
      const alone = withoutCars.get(nodeId);
      for (const breach of breachesOf(node, load, alone, limits)) breaches.push({ ...breach, slot });
    }
  }
  return [...breaches, ...outOfRange(plan, byId)];
}

/** What a node carries: the real and imaginary part of each line, and watts. */
type Load = [number, number, number, number, number, number, number];

function flat({ lines: [a, b, c], watts }: LineSums): Load {
  return [a[0], a[1], b[0], b[1], c[0], c[1], watts];
}

function addTimes(loads: Map<string, Load>, perAmpere: ReadonlyMap<string, LineSums>, amperes: number): void {
  if (amperes === 0) return;
  for (const [nodeId, { lines, watts }] of perAmpere) {
    const load = loads.get(nodeId) ?? [0, 0, 0, 0, 0, 0, 0];
    const [a, b, c] = lines;
    load[0] += a[0] * amperes;
    load[1] += a[1] * amperes;
    load[2] += b[0] * amperes;
    load[3] += b[1] * amperes;
    load[4] += c[0] * amperes;
    load[5] += c[1] * amperes;
    load[6] += watts * amperes;
    loads.set(nodeId, load);
  }
}

/** What nobody steers may be above a limit by itself; the plan is to blame only where it adds to it. */
function breachesOf(
  node: SiteNode,
  load: Load,
  alone: LineSums | undefined,
  rooms: ReadonlyMap<string, number>,
): Omit<Breach, 'slot'>[] {
  const kept = 1 - node.safetyMarginPercent / 100;
  const limits = typeof node.limitA === 'number' ? [node.limitA, node.limitA, node.limitA] : (node.limitA ?? []);
  const aloneA = alone === undefined ? [0, 0, 0] : magnitudes(alone.lines);
  const lines = ([1, 2, 3] as const).flatMap((line) => {
    const index = line - 1;
    if (limits[index] === undefined) return [];
    const amount = Math.hypot(load[2 * index] ?? 0, load[2 * index + 1] ?? 0);
    const limit = rooms.get(`${node.id} ${line}`) ?? limits[index] * kept;
    const allowed = Math.max(limit, aloneA[index] ?? 0);
    return amount > allowed + toleranceA ? [{ nodeId: node.id, line, amount, limit }] : [];
  });
  if (node.limitW === null) return lines;
  const limit = rooms.get(`${node.id} null`) ?? node.limitW * kept;
  const allowed = Math.max(limit, alone?.watts ?? 0);
  if (load[6] <= allowed + toleranceA * 230) return lines;
  return [...lines, { nodeId: node.id, line: null, amount: load[6], limit }];
}

function outOfRange({ vehicles, slots }: SitePlan, byId: ReadonlyMap<string, SiteNode>): Breach[] {
  return vehicles.flatMap(({ evseNodeId, currentsA }) => {
    const evse = byId.get(evseNodeId)?.evse;
    if (evse === undefined || evse === null)
      throw new Error(`The plan names ${evseNodeId}, which is no EVSE of the site.`);
    return slots.flatMap((_, slot) => {
      const amount = Math.abs(currentsA[slot] ?? 0);
      if (amount <= evse.maxA + toleranceA && Number.isFinite(amount)) return [];
      return [{ nodeId: evseNodeId, line: 1 as const, slot, amount, limit: evse.maxA }];
    });
  });
}
