import type { Highs } from 'highs';
import { expectedArrivals, type PastStay } from '../../src/charging/energy/forecast/expected-arrivals.ts';
import { LocalDays } from '../../src/charging/energy/forecast/local-days.ts';
import {
  defaultWeights,
  type PlanPrices,
  type PlanProblem,
  type PlanVehicle,
  type PlanWeights,
  zero,
} from '../../src/charging/energy/planner/plan-problem.ts';
import { sendAsPilots } from '../../src/charging/energy/planner/send-as-pilots.ts';
import type { SitePlan } from '../../src/charging/energy/planner/site-plan.ts';
import { solvePlan } from '../../src/charging/energy/planner/solve-plan.ts';
import type { SiteTree } from '../../src/contract/energy/site-tree.ts';
import type { AcnSession } from './acn-sessions.ts';
import { batteryMaxA, type Moment, type Policy, periodSeconds, type Stay } from './replay.ts';

const periodMs = periodSeconds * 1000;
/** The replay begins at midnight of the first of March 2019 in California, in winter time throughout. */
export const monthStart = Date.parse('2019-03-01T00:00:00-08:00');
const days = new LocalDays('Etc/GMT+8');

export const noPrices: PlanPrices = {
  importPerKwh: zero,
  exportPerKwh: zero,
  carbonKgPerKwh: zero,
  carbonPrice: 0,
  demandCharge: null,
};

/** Energy counts, and early rather than late. */
export const quickCharge: PlanWeights = {
  ...defaultWeights,
  shortfallPerKwh: 1,
  delayPerKwhHour: 1e-3,
  unfairness: 0,
  urgency: 20,
};

export function momentOf(period: number): number {
  return monthStart + period * periodMs;
}

export function vehicleOf(session: AcnSession, tree: SiteTree, changes: Partial<PlanVehicle> = {}): PlanVehicle {
  const evse = tree.nodes.find(({ id }) => id === session.stationId)?.evse;
  const pilotsA = evse?.pilotsA ?? null;
  return {
    id: session.id,
    evseNodeId: session.stationId,
    phases: 1,
    availableFrom: momentOf(session.arrival),
    departsAt: momentOf(session.departure),
    energyWh: session.energyWh,
    minEnergyWh: 0,
    maxA: pilotsA === null ? batteryMaxA : 32,
    minA: evse?.minA ?? 0,
    pilotsA,
    currentA: 0,
    pauses: 0,
    weight: 1,
    isExpected: false,
    discharge: null,
    ...changes,
  };
}

export function problemOf(
  now: number,
  tree: SiteTree,
  vehicles: readonly PlanVehicle[],
  changes: Partial<PlanProblem> = {},
): PlanProblem {
  return {
    now,
    tree,
    vehicles,
    prices: noPrices,
    given: [],
    battery: null,
    weights: quickCharge,
    commandSeconds: periodSeconds,
    isFirstSlotExact: false,
    maxPauses: 1,
    maxSlots: 40,
    ...changes,
  };
}

export type PlannedOptions = {
  history: readonly AcnSession[];
  /** How many like days the expected cars come from; 0: only cars that are there count. */
  likeDays: number;
  /** After so many periods without a car that came or went the plan is made anew. */
  replanPeriods?: number;
  changes?: (moment: Moment, now: number) => Partial<PlanProblem>;
};

/** Ours: planned anew in every period, with the cars that are likely to come. */
export function planned(highs: Highs, options: PlannedOptions): Policy {
  const { history, likeDays, replanPeriods = 1, changes = () => ({}) } = options;
  let current: { plan: SitePlan; period: number } | undefined;
  const past = history.map(
    ({ stationId, arrival, departure, energyWh }): PastStay => ({
      evseNodeId: stationId,
      phases: 1,
      arrivedAt: momentOf(arrival),
      departedAt: momentOf(departure),
      energyWh,
      maxA: batteryMaxA,
    }),
  );
  return (moment) => {
    const { period, stays, tree, network } = moment;
    if (stays.length === 0) return new Map();
    const now = momentOf(period);
    if (current !== undefined && !moment.hasChanged && period - current.period < replanPeriods)
      return currentsAt(current.plan, stays, now);
    const groups = new Map(tree.nodes.map(({ id, evse }) => [id, evse?.phaseRotation ?? id]));
    const known = past.filter(({ arrivedAt }) => arrivedAt <= now);
    const arrivals = { now, days, likeDays, groupOf: (id: string) => groups.get(id) ?? id, hoursTogether: 2 };
    const expected = likeDays === 0 ? [] : expectedArrivals(known, arrivals);
    const vehicles = stays.map((stay) =>
      vehicleOf(stay, tree, { energyWh: stay.remainingWh, currentA: stay.currentA, pauses: stay.pauses }),
    );
    const problem = problemOf(now, tree, [...vehicles, ...expected], changes(moment, now));
    const plan = solvePlan(highs, problem, 30);
    if (plan === undefined) throw new Error(`The solver found no plan in period ${period}.`);
    const isQuantised = vehicles.some(({ pilotsA }) => pilotsA !== null);
    const sent = isQuantised ? sendAsPilots(plan, problem, network) : plan;
    current = { plan: sent, period };
    return currentsAt(sent, stays, now);
  };
}

function currentsAt({ slots, vehicles }: SitePlan, stays: readonly Stay[], now: number): Map<Stay, number> {
  const slot = slots.findIndex(({ from, to }) => now >= from && now < to);
  const byId = new Map(vehicles.map(({ id, currentsA }) => [id, currentsA[slot] ?? 0]));
  return new Map(stays.map((stay) => [stay, byId.get(stay.id) ?? 0]));
}

/** What could be delivered by somebody who knew the whole month, in per cent: each stretch without a pause in between by itself. */
export function offlineOptimum(highs: Highs, sessions: readonly AcnSession[], tree: SiteTree): number {
  let shortWh = 0;
  for (const stretch of stretches(sessions)) {
    const now = momentOf(stretch[0]?.arrival ?? 0);
    const vehicles = stretch.map((session) => vehicleOf(session, tree, { minA: 0, pilotsA: null, maxA: batteryMaxA }));
    const weights = { ...quickCharge, delayPerKwhHour: 0 };
    const plan = solvePlan(highs, problemOf(now, tree, vehicles, { weights, maxSlots: 100_000 }), 600);
    if (plan === undefined) throw new Error('The solver found no optimum.');
    shortWh += plan.vehicles.reduce((sum, each) => sum + each.shortWh, 0);
  }
  return 100 * (1 - shortWh / sessions.reduce((sum, { energyWh }) => sum + energyWh, 0));
}

/** Sessions between two moments at which nobody is there. */
function stretches(sessions: readonly AcnSession[]): AcnSession[][] {
  const found: AcnSession[][] = [];
  let end = -1;
  for (const session of sessions.toSorted((a, b) => a.arrival - b.arrival)) {
    if (session.arrival >= end) found.push([]);
    found.at(-1)?.push(session);
    end = Math.max(end, session.departure);
  }
  return found;
}
