import type { SiteNetwork } from '../network/site-network.ts';
import { type PlanProblem, type PlanVehicle, valueAt } from '../planner/plan-problem.ts';
import type { SitePlan } from '../planner/site-plan.ts';

const hourMs = 3_600_000;

/** What the energy of the cars costs by a plan; carbon is weighed by the planner, but nobody pays it. */
export function planCost(plan: SitePlan, problem: PlanProblem, network: SiteNetwork): number {
  return plan.vehicles.reduce((sum, vehicle) => {
    const wattsPerA = network.wattsPerAmpere(vehicle);
    const departsAt = problem.vehicles.find(({ id }) => id === vehicle.id)?.departsAt ?? Number.POSITIVE_INFINITY;
    return plan.slots.reduce((cost, { from, to }, slot) => {
      const kwh =
        ((vehicle.currentsA[slot] ?? 0) * wattsPerA * Math.max(0, Math.min(to, departsAt) - from)) / hourMs / 1000;
      const price = kwh < 0 ? problem.prices.exportPerKwh : problem.prices.importPerKwh;
      return cost + kwh * valueAt(price, from);
    }, sum);
  }, 0);
}

/** What it would cost if every car charged at once with all it can: what a site without a plan pays, were there no limits. */
export function uncontrolledCost(problem: PlanProblem, network: SiteNetwork): number {
  const here = problem.vehicles.filter(({ isExpected }) => !isExpected);
  return here.reduce((sum, vehicle) => sum + costAtOnce(vehicle, problem, network), 0);
}

function costAtOnce(vehicle: PlanVehicle, { prices, now }: PlanProblem, network: SiteNetwork): number {
  const watts = vehicle.maxA * network.wattsPerAmpere(vehicle);
  if (watts <= 0) return 0;
  const doneAt = Math.min(vehicle.departsAt, now + (vehicle.energyWh / watts) * hourMs);
  const inner = prices.importPerKwh.map(({ from }) => from).filter((from) => from > now && from < doneAt);
  return [now, ...inner].reduce((cost, from, index, all) => {
    const hours = ((all[index + 1] ?? doneAt) - from) / hourMs;
    return cost + ((watts * hours) / 1000) * valueAt(prices.importPerKwh, from);
  }, 0);
}
