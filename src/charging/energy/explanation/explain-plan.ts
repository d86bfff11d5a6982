import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { LineLoads } from '../network/line-loads.ts';
import { buildSiteNetwork, type SiteNetwork } from '../network/site-network.ts';
import { energyPrice, type PlanProblem, type PlanVehicle, valueAt } from '../planner/plan-problem.ts';
import { rowsAt } from '../planner/rooms.ts';
import type { PlannedVehicle, SitePlan } from '../planner/site-plan.ts';

/** Why each car of a plan charges when it does, by its id. Read from the plan itself, so it holds for any plan. */
export function explainPlan(plan: SitePlan, problem: PlanProblem): Map<string, Sentence> {
  const network = buildSiteNetwork(problem.tree);
  const vehicles = new Map(problem.vehicles.map((vehicle) => [vehicle.id, vehicle]));
  const loads = plan.slots.map(({ from, to }, slot) => {
    const atSlot = new LineLoads(rowsAt(network.rows, problem, { from, to }));
    for (const { nodeId, limitW } of problem.given) atSlot.add(network.evenSharesOf(nodeId), valueAt(limitW, from));
    // What a station falls back to is kept free for it, whether its car draws so much or not.
    for (const planned of plan.vehicles)
      atSlot.add(
        network.sharesOf(planned),
        Math.max(planned.currentsA[slot] ?? 0, vehicles.get(planned.id)?.reservedA ?? 0),
      );
    return atSlot;
  });
  return new Map(
    plan.vehicles.flatMap((planned) => {
      const vehicle = vehicles.get(planned.id);
      if (vehicle === undefined) return [];
      return [[planned.id, explain({ plan, problem, network, loads, planned, vehicle })] as const];
    }),
  );
}

type Case = {
  plan: SitePlan;
  problem: PlanProblem;
  network: SiteNetwork;
  loads: readonly LineLoads[];
  planned: PlannedVehicle;
  vehicle: PlanVehicle;
};

/** Less than this matters to nobody. */
const noticeableWh = 50;
const nearlyA = 0.05;
const nearlyAll = 0.98;

function explain(about: Case): Sentence {
  const { planned, vehicle, plan, problem, network } = about;
  if (vehicle.energyWh <= 0 && vehicle.discharge === null) return sentenceOf('plan-done');
  if (planned.shortWh > noticeableWh) return explainShortfall(about);
  const wattsPerA = network.wattsPerAmpere(vehicle);
  const gives = planned.currentsA.findIndex((amperes) => amperes < -nearlyA);
  const doneAt = moment(lastCharging(about));
  if (gives >= 0) {
    const energyWh = plan.slots.reduce(
      (sum, { hours }, slot) => sum + Math.min(0, planned.currentsA[slot] ?? 0) * wattsPerA * hours,
      0,
    );
    const startsAt = plan.slots[gives]?.from ?? problem.now;
    const price = perKwh(valueAt(problem.prices.exportPerKwh, startsAt));
    return sentenceOf('plan-feeds-back', { energyKwh: kilo(-energyWh), startsAt: moment(startsAt), price, doneAt });
  }
  const firstA = planned.currentsA[0] ?? 0;
  const powerKw = kilo(firstA * wattsPerA);
  if (firstA >= vehicle.maxA - nearlyA) return sentenceOf('plan-charges-at-full-power', { powerKw, doneAt });
  const binding = bindingLimit(about, 0);
  if (firstA > nearlyA) {
    if (binding !== null) return sentenceOf('plan-limited-by-node', { powerKw, doneAt, ...binding });
    return explainPart(about, { powerKw, doneAt });
  }
  return explainWaiting(about, binding, doneAt);
}

/** No limit binds, and it charges below its full power all the same. */
function explainPart(about: Case, told: { powerKw: number; doneAt: string }): Sentence {
  const { plan, problem, planned, vehicle } = about;
  const { demandCharge } = problem.prices;
  if (demandCharge !== null) {
    const highestW = Math.max(demandCharge.peakW, ...plan.slots.map((_, slot) => siteW(about, slot)));
    if (siteW(about, 0) > highestW * nearlyAll)
      return sentenceOf('plan-keeps-peak', { ...told, peakKw: kilo(highestW) });
  }
  const sunW = givenSunW(problem, problem.now);
  if (sunW > 0 && Math.abs(siteW(about, 0)) < sunW * (1 - nearlyAll)) return sentenceOf('plan-follows-sun', told);
  const firstA = planned.currentsA[0] ?? 0;
  const priceNow = energyPrice(problem.prices, problem.now);
  const isLeast = firstA <= Math.max(vehicle.minA, vehicle.reservedA ?? 0, ...leastPilot(vehicle)) + nearlyA;
  const cheaper = plan.slots.find(
    ({ from }, slot) => (planned.currentsA[slot] ?? 0) > nearlyA && energyPrice(problem.prices, from) < priceNow - 1e-6,
  );
  if (!isLeast || cheaper === undefined) return sentenceOf('plan-spreads', told);
  const priceThen = perKwh(energyPrice(problem.prices, cheaper.from));
  const then = { startsAt: moment(cheaper.from), priceNow: perKwh(priceNow), priceThen };
  return sentenceOf('plan-holds-for-price', { ...told, ...then });
}

function leastPilot({ pilotsA, minA }: PlanVehicle): number[] {
  const usable = (pilotsA ?? []).filter((pilot) => pilot >= minA);
  return usable.length === 0 ? [] : [Math.min(...usable)];
}

function givenSunW({ given }: PlanProblem, at: number): number {
  return given.reduce((sum, { costW }) => sum + Math.max(0, -valueAt(costW, at)), 0);
}

function explainWaiting(about: Case, binding: Binding | null, doneAt: string): Sentence {
  const { plan, problem, planned } = about;
  const first = planned.currentsA.findIndex((amperes) => amperes > nearlyA);
  const startsAt = plan.slots[first]?.from ?? problem.now;
  const [priceNow, priceThen] = [energyPrice(problem.prices, problem.now), energyPrice(problem.prices, startsAt)];
  if (priceThen < priceNow - 1e-6)
    return sentenceOf('plan-waits-for-price', {
      startsAt: moment(startsAt),
      priceNow: perKwh(priceNow),
      priceThen: perKwh(priceThen),
      doneAt,
    });
  if (givenSunW(problem, startsAt) > givenSunW(problem, problem.now))
    return sentenceOf('plan-waits-for-sun', { startsAt: moment(startsAt), doneAt });
  if (binding !== null) return sentenceOf('plan-waits-for-room', { startsAt: moment(startsAt), doneAt, ...binding });
  if (problem.prices.demandCharge !== null)
    return sentenceOf('plan-keeps-peak', { powerKw: 0, peakKw: kilo(problem.prices.demandCharge.peakW), doneAt });
  return sentenceOf('plan-waits-in-time', { startsAt: moment(startsAt), doneAt });
}

function explainShortfall(about: Case): Sentence {
  const { planned, vehicle, network, plan } = about;
  const shortKwh = kilo(planned.shortWh);
  const departsAt = moment(vehicle.departsAt);
  const fullW = vehicle.maxA * network.wattsPerAmpere(vehicle);
  const there = [...plan.slots.keys()].filter((slot) => isThere(about, slot));
  const held = there.filter((slot) => (planned.currentsA[slot] ?? 0) < vehicle.maxA - nearlyA);
  // A last slot in which it stays below its minimum is no reason: at full power it would not be full either.
  const lackHours = planned.shortWh / fullW;
  const heldHours = held.reduce((sum, slot) => sum + (plan.slots[slot]?.hours ?? 0), 0);
  if (held.length === 0 || heldHours < lackHours * 0.05) {
    const metAt = moment(vehicle.departsAt + lackHours * 3_600_000);
    return sentenceOf('plan-short-by-time', { shortKwh, departsAt, powerKw: kilo(fullW), metAt });
  }
  const binding = held.map((slot) => bindingLimit(about, slot)).find((each) => each !== null);
  if (binding === undefined || binding === null) return sentenceOf('plan-short-by-choice', { shortKwh, departsAt });
  return sentenceOf('plan-short-by-node', { shortKwh, departsAt, ...binding });
}

type Binding = { node: string; line: string; limit: string };

/** The limit above the car that leaves it the least room in a slot, if it leaves less than a step. */
function bindingLimit({ loads, network, planned, vehicle, problem, plan }: Case, slot: number): Binding | null {
  const currentA = planned.currentsA[slot] ?? 0;
  const step = Math.max(0.1, currentA > nearlyA ? 0.5 : Math.min(vehicle.minA, vehicle.maxA));
  // What is kept free for the car itself is room for it.
  const ownA = Math.max(0, (vehicle.reservedA ?? 0) - Math.max(0, currentA));
  const { row } = loads[slot]?.roomFor(network.sharesOf(planned), Math.max(0, step - ownA)) ?? { row: null };
  const stretch = plan.slots[slot] ?? { from: problem.now, to: problem.now };
  const limited = row === null ? undefined : rowsAt(network.rows, problem, stretch)[row];
  if (limited === undefined) return null;
  const node = problem.tree.nodes.find(({ id }) => id === limited.nodeId);
  return {
    node: node?.name ?? limited.nodeId,
    line: limited.line === null ? 'L1-L3' : `L${limited.line}`,
    limit: limited.line === null ? `${kilo(limited.limit)} kW` : `${Math.round(limited.limit * 10) / 10} A`,
  };
}

function isThere({ plan, vehicle }: Case, slot: number): boolean {
  const { from = 0, to = 0 } = plan.slots[slot] ?? {};
  return from < vehicle.departsAt && to > vehicle.availableFrom;
}

/** From the grid, as its meter would see it. */
function siteW({ plan, network, problem }: Case, slot: number): number {
  const from = plan.slots[slot]?.from ?? problem.now;
  const besides = problem.given.reduce((sum, { costW }) => sum + valueAt(costW, from), plan.batteryW[slot] ?? 0);
  return plan.vehicles.reduce((sum, each) => sum + (each.currentsA[slot] ?? 0) * network.wattsPerAmpere(each), besides);
}

/** When the last ampere has flowed; a slot may go on when the car is gone. */
function lastCharging({ plan, planned, problem, vehicle }: Case): number {
  const last = planned.currentsA.findLastIndex((amperes) => amperes > nearlyA);
  return Math.min(plan.slots[last]?.to ?? problem.now, vehicle.departsAt);
}

function kilo(amount: number): number {
  return Math.round(amount / 100) / 10;
}

/** As exact as people compare prices. */
function perKwh(price: number): number {
  return Math.round(price * 10_000) / 10_000;
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
