import { type PlanProblem, valueAt } from '../planner/plan-problem.ts';
import type { SitePlan } from '../planner/site-plan.ts';
import type { Breach } from './check-plan.ts';
import { loadOf, sumsAt } from './node-sums.ts';

/** Solvers keep to limits within a tolerance of their own; a meter of the grid does not notice it. */
const toleranceW = 50;

/**
 * Whether a plan has a node give more than it may, by what cars and the battery feed back. Sun that is above the limit by itself is
 * switched off by its inverter; the plan is to blame only where it adds to it.
 */
export function checkExport(
  plan: SitePlan,
  { tree, given, battery }: Pick<PlanProblem, 'tree' | 'given' | 'battery'>,
): Breach[] {
  const limited = tree.nodes.filter(({ exportLimitW }) => exportLimitW !== null);
  if (limited.length === 0) return [];
  return plan.slots.flatMap(({ from }, slot) => {
    const draws = plan.vehicles.map(({ evseNodeId, phases, currentsA }) => ({
      nodeId: evseNodeId,
      sums: loadOf(tree, evseNodeId, phases, currentsA[slot] ?? 0),
    }));
    const powers = given.map(({ nodeId, costW }) => ({ nodeId, watts: valueAt(costW, from) }));
    const stored = battery === null ? [] : [{ nodeId: battery.nodeId, watts: plan.batteryW[slot] ?? 0 }];
    const [all, alone] = [sumsAt(tree, draws, [...powers, ...stored]), sumsAt(tree, [], powers)];
    return limited.flatMap(({ id, exportLimitW }) => {
      const limit = exportLimitW ?? 0;
      const amount = -(all.get(id)?.watts ?? 0);
      const allowed = Math.max(limit, -(alone.get(id)?.watts ?? 0));
      return amount > allowed + toleranceW ? [{ nodeId: id, line: null, slot, amount, limit }] : [];
    });
  });
}
