import type { SiteNetwork } from '../network/site-network.ts';
import type { PlanProblem, PlanVehicle } from './plan-problem.ts';

const hourMs = 3_600_000;

/** The time a car could still wait and be full in time, shorter for those that matter more. */
export function laxityHours(vehicle: PlanVehicle, { now }: Pick<PlanProblem, 'now'>, network: SiteNetwork): number {
  const { departsAt, availableFrom, energyWh, maxA, weight } = vehicle;
  const fullPowerHours = energyWh / Math.max(1, maxA * network.wattsPerAmpere(vehicle));
  return ((departsAt - Math.max(now, availableFrom)) / hourMs - fullPowerHours) / weight;
}
