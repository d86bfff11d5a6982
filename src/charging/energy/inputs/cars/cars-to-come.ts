import type { SiteTree } from '#contract/energy/site-tree.ts';
import { expectedArrivals } from '../../forecast/expected-arrivals.ts';
import type { PlanVehicle } from '../../planner/plan-problem.ts';
import type { SiteStays } from './stay-history.ts';

const likeDays = 10;
const hoursTogether = 3;
/** No plan looks further ahead. */
const aheadMs = 24 * 3_600_000;
/** Each makes the plan larger; the rest is little energy. */
const maxExpected = 40;

/** Cars that the last like days make likely and that are not there yet, those of EVSEs on the same limits and lines as one. */
export function carsToCome({ stays, days }: SiteStays, tree: SiteTree, now: number): PlanVehicle[] {
  const groups = new Map(
    tree.nodes.flatMap(({ id, parentId, evse }) => {
      if (evse === null) return [];
      const lines = evse.connection === 'three-phase' ? '' : ` ${evse.connection} ${evse.phaseRotation}`;
      return [[id, `${parentId}${lines}`] as const];
    }),
  );
  const known = stays.filter(({ evseNodeId }) => groups.has(evseNodeId));
  const groupOf = (nodeId: string) => groups.get(nodeId) ?? nodeId;
  return expectedArrivals(known, { now, days, likeDays, hoursTogether, groupOf, until: now + aheadMs })
    .toSorted((one, other) => other.energyWh - one.energyWh)
    .slice(0, maxExpected);
}
