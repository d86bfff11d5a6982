import type { SiteNetwork } from '../network/site-network.ts';
import { addBattery } from './add-battery.ts';
import { addDischarge } from './add-discharge.ts';
import { addGridBalance } from './add-grid-balance.ts';
import { addLimits } from './add-limits.ts';
import { addPause } from './add-pause.ts';
import { type Draft, drawnIn } from './draft.ts';
import { keptOn } from './kept-on.ts';
import { type Entry, LinearProgram } from './linear-program.ts';
import { pilotRange } from './pilots.ts';
import { energyPrice, type PlanProblem, type PlanVehicle, type PlanWeights } from './plan-problem.ts';
import type { Slot } from './slots.ts';

const hourMs = 3_600_000;

/** The plan as a linear program. It always has a solution: every wish can fall short, at a price. */
export function buildProgram(problem: PlanProblem, network: SiteNetwork, slots: readonly Slot[]): Draft {
  const program = new LinearProgram();
  const draft: Draft = { problem, network, slots, program, vehicles: [], battery: null };
  const isPricedByBalance = needsBalance(problem);
  const kept = problem.isFirstSlotExact ? new Map<string, number>() : keptOn(problem, network);
  for (const vehicle of problem.vehicles)
    if (vehicle.energyWh > 0 || vehicle.discharge !== null)
      addVehicle(draft, vehicle, { isPricedByBalance, firstA: kept.get(vehicle.id) ?? 0 });
  addDischarge(draft);
  addBattery(draft);
  addEnergyGoals(draft);
  addFairness(draft);
  if (problem.isFirstSlotExact) addFirstDecision(draft);
  addLimits(draft);
  if (isPricedByBalance) addGridBalance(draft);
  return draft;
}

/** Without sun, battery, feeding back or a demand charge each ampere can carry its price itself, and the program is smaller. */
function needsBalance({ prices, given, battery, vehicles, tree }: PlanProblem): boolean {
  return (
    prices.demandCharge !== null ||
    battery !== null ||
    vehicles.some(({ discharge }) => discharge !== null) ||
    given.some(({ costW }) => costW.some(({ value }) => value < 0)) ||
    tree.nodes.some(({ exportLimitW }) => exportLimitW !== null)
  );
}

function addVehicle(
  { problem, network, slots, program, vehicles }: Draft,
  vehicle: PlanVehicle,
  { isPricedByBalance, firstA }: { isPricedByBalance: boolean; firstA: number },
) {
  const { now, prices, weights } = problem;
  const wattsPerA = network.wattsPerAmpere(vehicle);
  const hours = slots.map(({ from, to }) =>
    Math.max(0, (Math.min(to, vehicle.departsAt) - Math.max(from, vehicle.availableFrom)) / hourMs),
  );
  const urgency = urgencyOf(weights, vehicle, now);
  const unused: (number | undefined)[] = slots.map(() => undefined);
  const reservedA = vehicle.discharge === null ? Math.min(vehicle.reservedA ?? 0, vehicle.maxA) : 0;
  const charge = slots.map(({ from, to }, index) => {
    const kwhPerA = ((hours[index] ?? 0) * wattsPerA) / 1000;
    if (kwhPerA <= 0) return undefined;
    const delayHours = ((from + to) / 2 - now) / hourMs;
    const price = isPricedByBalance ? 0 : energyPrice(prices, from);
    const wait = weights.delayPerKwhHour * delayHours * urgency + latePrice(weights, vehicle, (from + to) / 2);
    const lowest = index === 0 ? Math.min(firstA, vehicle.maxA) : 0;
    const cost = (price + wait) * kwhPerA;
    // What the station may fall back to counts as drawn; what the car does not get of it is a column, which spares a row.
    if (reservedA > lowest) unused[index] = program.column(-cost, 0, reservedA - lowest);
    return program.column(cost, Math.max(lowest, reservedA), vehicle.maxA);
  });
  vehicles.push({
    vehicle,
    wattsPerA,
    charge,
    discharge: slots.map(() => undefined),
    unused,
    hours,
    short: program.column(
      vehicle.weight * weights.shortfallPerKwh,
      0,
      Math.max(0, vehicle.energyWh - vehicle.minEnergyWh) / 1000,
    ),
    shortOfMinimum: program.column(
      vehicle.weight * weights.minimumShortfallPerKwh,
      0,
      Math.min(vehicle.energyWh, vehicle.minEnergyWh) / 1000,
    ),
  });
}

/** Plans that cost the same are many: the one that leaves cars with much time for later copes best with cars that nobody expects. */
function urgencyOf({ urgency = 0 }: PlanWeights, { departsAt }: PlanVehicle, now: number): number {
  return 1 + urgency / (1 + Math.max(0, departsAt - now) / hourMs);
}

function latePrice({ lateCharge }: PlanWeights, { departsAt }: PlanVehicle, moment: number): number {
  return lateCharge !== undefined && moment > departsAt - lateCharge.hours * hourMs ? lateCharge.perKwh : 0;
}

/** What is charged and what falls short come to what is wanted; the last minimum current may run a little over it. */
function addEnergyGoals({ program, vehicles, problem }: Draft): void {
  for (const columns of vehicles) {
    const { vehicle, wattsPerA, discharge, hours, short, shortOfMinimum } = columns;
    const efficiency = vehicle.discharge?.efficiency ?? 1;
    const energy = hours.flatMap((there, slot): Entry[] => {
      const kwhPerA = (there * wattsPerA) / 1000;
      const back = discharge[slot];
      return [
        ...drawnIn(columns, slot).map(([column, sign]) => [column, sign * kwhPerA] as const),
        ...(back === undefined ? [] : [[back, -kwhPerA / efficiency ** 2] as const]),
      ];
    });
    const wantedKwh = vehicle.energyWh / 1000;
    const overKwh = (vehicle.minA * wattsPerA * problem.commandSeconds) / 3_600_000;
    const upper = vehicle.discharge === null ? wantedKwh + overKwh : Number.POSITIVE_INFINITY;
    program.row(wantedKwh, upper, [...energy, [short, 1], [shortOfMinimum, 1]]);
  }
}

/** The largest shortfall, as a share of what was wanted, costs extra: a shortage is spread. */
function addFairness({ program, vehicles, problem }: Draft): void {
  const real = vehicles.filter(({ vehicle }) => !vehicle.isExpected && vehicle.energyWh > 0);
  if (real.length < 2 || problem.weights.unfairness <= 0) return;
  const worst = program.column(problem.weights.unfairness, 0, 1);
  for (const { vehicle, short, shortOfMinimum } of real) {
    const perKwh = 1000 / vehicle.energyWh;
    program.row(0, Number.POSITIVE_INFINITY, [
      [worst, 1],
      [short, -perKwh],
      [shortOfMinimum, -perKwh],
    ]);
  }
}

/** What is sent now is zero, or at least the minimum current, in the steps of the station. Later slots are only intentions. */
function addFirstDecision(draft: Draft): void {
  const { program, vehicles } = draft;
  for (const columns of vehicles) {
    const { vehicle } = columns;
    const now = drawnIn(columns, 0);
    if (now.length === 0 || vehicle.isExpected || (vehicle.minA <= 0 && vehicle.pilotsA === null)) continue;
    const { lowest, step, highest } = pilotRange(vehicle);
    if (lowest > vehicle.maxA) continue;
    const isOn = program.column(0, 0, 1, 'integer');
    if (vehicle.currentA > 0 && vehicle.discharge === null) addPause(draft, columns, isOn);
    if (step === null) {
      program.row(Number.NEGATIVE_INFINITY, 0, [...now, [isOn, -highest]]);
      program.row(0, Number.POSITIVE_INFINITY, [...now, [isOn, -lowest]]);
      continue;
    }
    const steps = program.column(0, 0, Math.floor(highest / step + 1e-9), 'integer');
    program.row(0, 0, [...now, [steps, -step]]);
    program.row(Number.NEGATIVE_INFINITY, 0, [
      [steps, 1],
      [isOn, -Math.floor(highest / step + 1e-9)],
    ]);
    program.row(0, Number.POSITIVE_INFINITY, [
      [steps, 1],
      [isOn, -Math.ceil(lowest / step - 1e-9)],
    ]);
  }
}
