import type { Share, SiteNetwork } from '../network/site-network.ts';
import { energyPrice, type PlanProblem } from './plan-problem.ts';
import type { SitePlan } from './site-plan.ts';
import type { Slot } from './slots.ts';
import { fillByLaxity, groundOf, type Scarcity } from './water-filling.ts';

const step = 0.5;
const fading = 0.7;

export type CoordinationOptions = {
  rounds?: number;
  /** Of an earlier plan for the same slots: then a round or two are enough. */
  scarcity?: LearnedScarcity;
};

/**
 * A plan for sites that are too large for the solver: water-filling, several times. Whoever finds a cheap slot full raises its price
 * for the next time, so that cars with other cheap slots leave it to those without. No round can pass a limit; the cheapest is taken.
 */
export function coordinateByPrice(
  problem: PlanProblem,
  network: SiteNetwork,
  slots: readonly Slot[],
  { rounds = 6, scarcity = new LearnedScarcity(network, slots.length) }: CoordinationOptions = {},
): SitePlan {
  const ground = groundOf(problem, network, slots);
  let best: { plan: SitePlan; cost: number } | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const plan = fillByLaxity(problem, network, slots, { scarcity, ground });
    const cost = planCost(plan, problem, network);
    if (best === undefined || cost < best.cost) best = { plan, cost };
    scarcity.endRound();
  }
  return best?.plan ?? fillByLaxity(problem, network, slots, { ground });
}

export class LearnedScarcity implements Scarcity {
  private readonly network: SiteNetwork;
  private readonly slots: number;
  private readonly prices: Float64Array;
  private readonly regrets: Float64Array;
  private readonly units: Float64Array;

  constructor(network: SiteNetwork, slots: number) {
    this.network = network;
    this.slots = slots;
    this.prices = new Float64Array(network.rows.length * slots);
    this.regrets = new Float64Array(this.prices.length);
    this.units = new Float64Array(this.prices.length);
  }

  priceOf(shares: readonly Share[], slot: number): number {
    let sum = 0;
    for (const { row } of shares) sum += this.prices[row * this.slots + slot] ?? 0;
    return sum;
  }

  missed(row: number, slot: number, regret: number, units: number): void {
    if (regret <= 0) return;
    const at = row * this.slots + slot;
    this.regrets[at] = (this.regrets[at] ?? 0) + regret * units;
    this.units[at] = (this.units[at] ?? 0) + units;
  }

  endRound(): void {
    for (const at of this.prices.keys()) {
      const missed = this.units[at] ?? 0;
      const limit = this.network.rows[Math.floor(at / this.slots)]?.limit ?? 1;
      const demand = Math.min(1, missed / limit);
      const raise = missed > 0 ? (step * demand * (this.regrets[at] ?? 0)) / missed : 0;
      this.prices[at] = (this.prices[at] ?? 0) * (missed > 0 ? 1 : fading) + raise;
    }
    this.regrets.fill(0);
    this.units.fill(0);
  }
}

/** Money and what is missing, as the solver would weigh them. */
export function planCost({ vehicles, slots }: SitePlan, problem: PlanProblem, network: SiteNetwork): number {
  const byId = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const prices = slots.map(({ from }) => energyPrice(problem.prices, from));
  let cost = 0;
  for (const planned of vehicles) {
    const vehicle = byId.get(planned.id);
    if (vehicle === undefined) continue;
    const kwPerA = network.wattsPerAmpere(vehicle) / 1000;
    cost += (vehicle.weight * problem.weights.shortfallPerKwh * planned.shortWh) / 1000;
    for (const [slot, amperes] of planned.currentsA.entries())
      if (amperes > 0) cost += amperes * kwPerA * (slots[slot]?.hours ?? 0) * (prices[slot] ?? 0);
  }
  return cost;
}
