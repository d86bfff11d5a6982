import { type SiteTree, siteTree } from '#contract/energy/site-tree.ts';
import { defaultWeights, type PlanProblem, type PlanVehicle, zero } from '../planner/plan-problem.ts';

export const hourMs = 3_600_000;
/** Midnight of a day in winter. */
export const midnight = Date.UTC(2026, 0, 12);

type Options = { limitA?: number; limitW?: number; evses?: number; minA?: number; marginPercent?: number };

/** A connection with stations of one EVSE of 32 A each, phases rotated from station to station. */
export function exampleSite({ limitA, limitW, evses = 3, minA = 6, marginPercent = 0 }: Options = {}): SiteTree {
  const rotations = ['RST', 'STR', 'TRS'] as const;
  return siteTree.parse({
    nodes: [
      {
        id: 'grid',
        parentId: null,
        kind: 'grid-connection',
        limitA: limitA ?? null,
        limitW: limitW ?? null,
        safetyMarginPercent: marginPercent,
      },
      ...Array.from({ length: evses }, (_, index) => ({
        id: `CP-${index + 1}:1`,
        parentId: 'grid',
        kind: 'evse',
        evse: { stationId: `CP-${index + 1}`, evseId: 1, phaseRotation: rotations[index % 3], minA },
      })),
    ],
  });
}

export function exampleVehicle(number: number, changes: Partial<PlanVehicle> = {}): PlanVehicle {
  return {
    id: `car-${number}`,
    evseNodeId: `CP-${number}:1`,
    phases: 3,
    availableFrom: midnight,
    departsAt: midnight + 7 * hourMs,
    energyWh: 20_000,
    minEnergyWh: 0,
    maxA: 32,
    minA: 6,
    pilotsA: null,
    currentA: 0,
    pauses: 0,
    weight: 1,
    isExpected: false,
    discharge: null,
    ...changes,
  };
}

export function exampleProblem(
  tree: SiteTree,
  vehicles: PlanVehicle[],
  changes: Partial<PlanProblem> = {},
): PlanProblem {
  return {
    now: midnight,
    tree,
    vehicles,
    prices: {
      importPerKwh: zero,
      exportPerKwh: zero,
      carbonKgPerKwh: zero,
      carbonPrice: 0,
      demandCharge: null,
    },
    given: [],
    battery: null,
    weights: defaultWeights,
    commandSeconds: 300,
    isFirstSlotExact: true,
    maxPauses: 0,
    maxSlots: 96,
    ...changes,
  };
}
