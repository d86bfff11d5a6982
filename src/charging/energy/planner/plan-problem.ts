import type { SiteTree } from '#contract/energy/site-tree.ts';
import type { Room } from './rooms.ts';

/** A value that holds from a moment on until the next step; before the first step the first value holds. Moments are in ms. */
export type Steps = readonly { from: number; value: number }[];

/** What a car may give back (V2G): its battery, and what wearing it costs. */
export type Discharge = {
  maxA: number;
  storedWh: number;
  capacityWh: number;
  /** Never discharged below it. */
  reserveWh: number;
  efficiency: number;
  wearPerKwh: number;
};

export type PlanVehicle = {
  id: string;
  /** The node of its EVSE in the tree. */
  evseNodeId: string;
  phases: 1 | 2 | 3;
  /** After now for a car that is only expected. */
  availableFrom: number;
  departsAt: number;
  /** Still wanted by the departure. */
  energyWh: number;
  /** The part of it that matters most, such as the way home. */
  minEnergyWh: number;
  maxA: number;
  minA: number;
  pilotsA: readonly number[] | null;
  /** What its station falls back to without us: kept free in every limit, also while the car gets less. Absent: nothing. */
  reservedA?: number;
  /** What it draws at present; 0 before its first ampere and while it pauses. */
  currentA: number;
  /** How many times it paused already. */
  pauses: number;
  /** A priority above 1 makes its shortfall dearer; an expected car counts by its likelihood. */
  weight: number;
  isExpected: boolean;
  discharge: Discharge | null;
};

/** A battery of the site itself. */
export type SiteBattery = {
  nodeId: string;
  maxChargeW: number;
  maxDischargeW: number;
  storedWh: number;
  capacityWh: number;
  reserveWh: number;
  efficiency: number;
  wearPerKwh: number;
  /** What a stored kWh is worth at the end of the plan. */
  valuePerKwh: number;
  /** False where only sun may be sold: what was stored is used on the site. */
  mayFeedIn?: boolean;
  /** False where nobody makes sure that it gives what is planned: limits then hold without it. */
  givesRoom?: boolean;
};

/** Load and sun that nobody steers, at the node where they meet the site. `limitW` is cautious and counts for limits, `costW` is the median. */
export type GivenPower = { nodeId: string; limitW: Steps; costW: Steps };

export type DemandCharge = {
  perKw: number;
  /** The highest import of the billing period until now. */
  peakW: number;
  /** How much of the charge this plan should feel, from 0 to 1: a peak serves all days that are left. */
  share: number;
};

export type PlanPrices = {
  importPerKwh: Steps;
  exportPerKwh: Steps;
  carbonKgPerKwh: Steps;
  carbonPrice: number;
  demandCharge: DemandCharge | null;
};

/** What the planner weighs against money, all per kWh. */
export type PlanWeights = {
  shortfallPerKwh: number;
  minimumShortfallPerKwh: number;
  /** For each hour that a kWh is charged later. */
  delayPerKwhHour: number;
  /** For the largest shortfall, as a share of what the car wanted: fairness. */
  unfairness: number;
  /** For switching a car off that charges and is not done. */
  pause: number;
  /** How much more a delay weighs for a car that leaves within the hour than for one that stays all day: who leaves first comes first. */
  urgency?: number;
  /** For energy that is charged in the last hours before a departure, since cars leave early and others arrive. */
  lateCharge?: { perKwh: number; hours: number };
};

export type PlanProblem = {
  now: number;
  tree: SiteTree;
  /** Limits that change with time; absent: those of the tree hold throughout. */
  rooms?: readonly Room[];
  vehicles: readonly PlanVehicle[];
  prices: PlanPrices;
  given: readonly GivenPower[];
  battery: SiteBattery | null;
  weights: PlanWeights;
  /** How long the first decision stands: what is sent to stations now. */
  commandSeconds: number;
  /** Whether the solver chooses among the pilots of the first slot itself (seconds on a large site), or rounding does afterwards. */
  isFirstSlotExact: boolean;
  /** A car that paused so often is not paused again while limits allow. */
  maxPauses: number;
  maxSlots: number;
};

export const defaultWeights: PlanWeights = {
  shortfallPerKwh: 100,
  minimumShortfallPerKwh: 1000,
  delayPerKwhHour: 1e-4,
  unfairness: 1e-2,
  pause: 0.5,
  urgency: 5,
};

/** A price of nothing, or a load of nothing. */
export const zero: Steps = [{ from: 0, value: 0 }];

export function valueAt(steps: Steps, moment: number): number {
  return (steps[indexAt(steps, moment)] ?? steps[0])?.value ?? 0;
}

/** The step that holds at a moment, by halving; -1 before the first. */
export function indexAt(steps: readonly { from: number }[], moment: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.from ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What a kWh from the grid costs, with what its carbon is held to be worth. */
export function energyPrice({ importPerKwh, carbonKgPerKwh, carbonPrice }: PlanPrices, at: number): number {
  return valueAt(importPerKwh, at) + carbonPrice * valueAt(carbonKgPerKwh, at);
}
