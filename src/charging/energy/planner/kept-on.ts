import { LineLoads } from '../network/line-loads.ts';
import type { SiteNetwork } from '../network/site-network.ts';
import { laxityHours } from './laxity.ts';
import { pilotRange } from './pilots.ts';
import { type PlanProblem, valueAt } from './plan-problem.ts';
import { type Reserve, reserve } from './reserve.ts';
import { rowsAt } from './rooms.ts';

/**
 * The least current for each car that charges and is not done: once begun it goes on, since some cars do not wake up from a pause.
 * Those with the least time to spare come first; a car for which the limits leave no room has to pause after all.
 */
export function keptOn(problem: PlanProblem, network: SiteNetwork): Map<string, number> {
  const loads = new LineLoads(rowsAt(network.rows, problem, { from: problem.now, to: problem.now }));
  for (const { nodeId, limitW } of problem.given) loads.add(network.evenSharesOf(nodeId), valueAt(limitW, problem.now));
  const isReserved = reserve(loads, reservesOf(problem, network));
  const charging = problem.vehicles
    .filter(({ currentA, isExpected, energyWh }) => currentA > 0 && !isExpected && energyWh > 0)
    .filter(({ pauses }) => pauses >= problem.maxPauses)
    .toSorted((a, b) => laxityHours(a, problem, network) - laxityHours(b, problem, network));
  const kept = new Map<string, number>();
  for (const vehicle of charging) {
    const { lowest } = pilotRange(vehicle);
    const shares = network.sharesOf(vehicle);
    const more = Math.max(0, lowest - (isReserved ? (vehicle.reservedA ?? 0) : 0));
    if (lowest > vehicle.maxA || loads.roomFor(shares, more).units < more - 1e-9) continue;
    loads.add(shares, more);
    kept.set(vehicle.id, lowest);
  }
  return kept;
}

/** What the stations of the cars that are there fall back to. */
export function reservesOf({ vehicles }: Pick<PlanProblem, 'vehicles'>, network: SiteNetwork): Reserve[] {
  return vehicles
    .filter(({ isExpected }) => !isExpected)
    .map((vehicle) => ({ shares: network.sharesOf(vehicle), units: vehicle.reservedA ?? 0 }));
}
