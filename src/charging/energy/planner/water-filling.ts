import { LineLoads } from '../network/line-loads.ts';
import type { Share, SiteNetwork } from '../network/site-network.ts';
import { keptOn, reservesOf } from './kept-on.ts';
import { laxityHours } from './laxity.ts';
import { energyPrice, type PlanProblem, type PlanVehicle, valueAt } from './plan-problem.ts';
import { reserve } from './reserve.ts';
import { rowsAt } from './rooms.ts';
import type { PlannedVehicle, SitePlan } from './site-plan.ts';
import type { Slot } from './slots.ts';

const hourMs = 3_600_000;

/**
 * A plan without a solver: the car with the least time to spare first, each into its cheapest slots, as far as every limit above it
 * allows. It cannot pass a limit, and needs milliseconds. Nobody feeds back and the site's battery rests.
 */
export function fillByLaxity(
  problem: PlanProblem,
  network: SiteNetwork,
  slots: readonly Slot[],
  { scarcity, ground = groundOf(problem, network, slots) }: { scarcity?: Scarcity; ground?: Ground } = {},
): SitePlan {
  const site = new SlotLoads({ problem, network, slots, scarcity, ground });
  const filled = ground.order.map((vehicle) => site.fill(vehicle, { isPeakKept: true }));
  // What the highest power so far leaves undone is worth a higher one: where the site draws least first.
  if (problem.prices.demandCharge !== null) for (const each of filled) if (each.planned.shortWh > 0) site.refill(each);
  const byId = new Map(filled.map(({ planned }) => [planned.id, planned]));
  return {
    madeAt: problem.now,
    slots,
    vehicles: problem.vehicles.flatMap(({ id }) => byId.get(id) ?? []),
    batteryW: slots.map(() => 0),
    madeBy: 'water-filling',
  };
}

/** What room at a limit costs where many want it, per kWh; learned from those who found none. */
export type Scarcity = {
  priceOf(shares: readonly Share[], slot: number): number;
  missed(row: number, slot: number, regret: number, units: number): void;
};

/** What every round of filling begins with. */
export type Ground = {
  /** By slot, what nobody steers, and what stations fall back to. */
  loads: readonly LineLoads[];
  /** Whether what stations fall back to is kept free in a slot: where it does not fit, it is not. */
  isReserved: readonly boolean[];
  /** By car, what it goes on with in the first slot, since it is not paused again. */
  kept: ReadonlyMap<string, number>;
  /** The least time to spare first. */
  order: readonly PlanVehicle[];
};

export function groundOf(problem: PlanProblem, network: SiteNetwork, slots: readonly Slot[]): Ground {
  const isReserved: boolean[] = [];
  const loads = slots.map(({ from, to }) => {
    const ofSlot = new LineLoads(rowsAt(network.rows, problem, { from, to }));
    for (const { nodeId, limitW } of problem.given) ofSlot.add(network.evenSharesOf(nodeId), valueAt(limitW, from));
    isReserved.push(reserve(ofSlot, reservesOf(problem, network)));
    return ofSlot;
  });
  const kept = keptOn(problem, network);
  for (const vehicle of problem.vehicles) {
    const ownA = isReserved[0] === true ? (vehicle.reservedA ?? 0) : 0;
    loads[0]?.add(network.sharesOf(vehicle), Math.max(0, (kept.get(vehicle.id) ?? 0) - ownA));
  }
  const order = problem.vehicles
    .filter(({ isExpected }) => !isExpected)
    .map((vehicle) => ({ vehicle, laxity: laxityHours(vehicle, problem, network) }))
    .toSorted((a, b) => a.laxity - b.laxity);
  return { loads, isReserved, kept, order: order.map(({ vehicle }) => vehicle) };
}

type Site = {
  problem: PlanProblem;
  network: SiteNetwork;
  slots: readonly Slot[];
  scarcity: Scarcity | undefined;
  ground: Ground;
};

type Filled = { vehicle: PlanVehicle; planned: PlannedVehicle };

/** What the site carries in each slot, while cars are added to it. */
class SlotLoads {
  private readonly loads: LineLoads[];
  private readonly isReserved: readonly boolean[];
  private readonly kept: ReadonlyMap<string, number>;
  private readonly powerW: number[];
  private readonly prices: number[];
  private readonly problem: PlanProblem;
  private readonly network: SiteNetwork;
  private readonly slots: readonly Slot[];
  private readonly scarcity: Scarcity | undefined;

  constructor({ problem, network, slots, scarcity, ground }: Site) {
    this.problem = problem;
    this.network = network;
    this.slots = slots;
    this.scarcity = scarcity;
    this.loads = ground.loads.map((loads) => loads.copy());
    this.isReserved = ground.isReserved;
    this.kept = ground.kept;
    this.powerW = slots.map(({ from }) => problem.given.reduce((sum, { costW }) => sum + valueAt(costW, from), 0));
    this.prices = slots.map(
      ({ from, to }) =>
        energyPrice(problem.prices, from) +
        (problem.weights.delayPerKwhHour * ((from + to) / 2 - problem.now)) / hourMs,
    );
  }

  fill(vehicle: PlanVehicle, { isPeakKept }: { isPeakKept: boolean }): Filled {
    const { id, evseNodeId, phases, energyWh } = vehicle;
    const currentsA = this.slots.map(() => 0);
    const filled = { vehicle, planned: { id, evseNodeId, phases, currentsA, shortWh: energyWh } };
    const shares = this.network.sharesOf(vehicle);
    this.goOn(filled);
    this.spread(filled, isPeakKept, (slot) => (this.prices[slot] ?? 0) + (this.scarcity?.priceOf(shares, slot) ?? 0));
    return filled;
  }

  private goOn({ vehicle, planned }: Filled): void {
    const keptA = this.kept.get(vehicle.id) ?? 0;
    const watts = keptA * this.network.wattsPerAmpere(vehicle);
    planned.currentsA[0] = keptA;
    planned.shortWh = Math.max(0, planned.shortWh - watts * this.hoursThere(vehicle, 0));
    this.powerW[0] = (this.powerW[0] ?? 0) + watts;
  }

  refill(filled: Filled): void {
    this.spread(filled, false, (slot) => this.powerW[slot] ?? 0);
  }

  private spread({ vehicle, planned }: Filled, isPeakKept: boolean, rank: (slot: number) => number): void {
    const shares = this.network.sharesOf(vehicle);
    const wattsPerA = this.network.wattsPerAmpere(vehicle);
    const ranked: { slot: number; hours: number; price: number }[] = [];
    for (let slot = 0; slot < this.slots.length; slot += 1) {
      const hours = this.hoursThere(vehicle, slot);
      if (hours > 0) ranked.push({ slot, hours, price: rank(slot) });
    }
    ranked.sort((a, b) => a.price - b.price);
    const misses: { row: number; slot: number; price: number; units: number }[] = [];
    let lastPrice = 0;
    for (const { slot, hours, price } of ranked) {
      if (planned.shortWh <= 0) break;
      const already = planned.currentsA[slot] ?? 0;
      const wanted = Math.min(vehicle.maxA - already, planned.shortWh / (wattsPerA * hours));
      const peakA = isPeakKept ? this.roomBelowPeakW(slot) / wattsPerA : Number.POSITIVE_INFINITY;
      const ownA = this.isReserved[slot] === true ? Math.max(0, (vehicle.reservedA ?? 0) - already) : 0;
      const above = Math.max(0, Math.min(wanted, peakA) - ownA);
      const { units: more = 0, row = null } = this.loads[slot]?.roomFor(shares, above) ?? {};
      const units = Math.min(Math.max(0, Math.min(wanted, peakA)), ownA + more);
      if (row !== null) misses.push({ row, slot, price, units: (wanted - units) * weightOf(shares, row) });
      // Below its minimum a car does not charge: rather a slot left out than a car that pauses and is counted on.
      if (units <= 1e-9 || already + units < Math.min(vehicle.minA, already + wanted) - 1e-9) continue;
      this.loads[slot]?.add(shares, Math.max(0, units - ownA));
      this.powerW[slot] = (this.powerW[slot] ?? 0) + units * wattsPerA;
      planned.currentsA[slot] = already + units;
      planned.shortWh = Math.max(0, planned.shortWh - units * wattsPerA * hours);
      lastPrice = price;
    }
    for (const { row, slot, price, units } of misses) this.scarcity?.missed(row, slot, lastPrice - price, units);
  }

  private roomBelowPeakW(slot: number): number {
    const { demandCharge } = this.problem.prices;
    return demandCharge === null ? Number.POSITIVE_INFINITY : demandCharge.peakW - (this.powerW[slot] ?? 0);
  }

  private hoursThere({ departsAt, availableFrom }: PlanVehicle, slot: number): number {
    const { from = 0, to = 0 } = this.slots[slot] ?? {};
    return Math.max(0, (Math.min(to, departsAt) - Math.max(from, availableFrom)) / hourMs);
  }
}

function weightOf(shares: readonly Share[], row: number): number {
  const share = shares.find((each) => each.row === row);
  return share === undefined ? 0 : Math.hypot(share.re, share.im);
}
