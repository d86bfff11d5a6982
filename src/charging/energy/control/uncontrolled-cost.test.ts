import { expect, test } from 'vitest';
import { siteNetwork } from '../network/site-network.ts';
import type { PlanProblem, PlanVehicle, Steps } from '../planner/plan-problem.ts';
import type { SitePlan } from '../planner/site-plan.ts';
import { exampleProblem, exampleSite, exampleVehicle, hourMs, midnight } from '../testing/example-site.ts';
import { planCost, uncontrolledCost } from './uncontrolled-cost.ts';

const tree = exampleSite({ limitA: 63 });
const network = siteNetwork(tree);
/** One currency unit a kWh, from the second hour on three. */
const importPerKwh: Steps = [
  { from: midnight, value: 1 },
  { from: midnight + hourMs, value: 3 },
];
const exportPerKwh: Steps = [{ from: midnight, value: 0.5 }];

function problem(vehicles: PlanVehicle[]): PlanProblem {
  const known = exampleProblem(tree, vehicles);
  return { ...known, prices: { ...known.prices, importPerKwh, exportPerKwh } };
}

/** What one ampere on three phases draws, in kW. */
const kwPerA = network.wattsPerAmpere({ evseNodeId: 'CP-1:1', phases: 3 }) / 1_000;

function plan(...currents: number[][]): SitePlan {
  const slots = [0, 1].map((hour) => ({ from: midnight + hour * hourMs, to: midnight + (hour + 1) * hourMs }));
  const vehicles = currents.map((currentsA, nth) => ({
    ...{ id: `car-${nth + 1}`, evseNodeId: `CP-${nth + 1}:1`, phases: 3 as const, currentsA, shortWh: 0 },
  }));
  return { madeAt: midnight, slots: slots as never, vehicles, batteryW: [0, 0], madeBy: 'solver' };
}

test('a plan costs what its energy costs hour by hour, and earns what is fed back', () => {
  const cars = [exampleVehicle(1), exampleVehicle(2)];
  expect(planCost(plan([10, 0], [0, 0]), problem(cars), network)).toBeCloseTo(10 * kwPerA);
  expect(planCost(plan([10, 20], [0, 0]), problem(cars), network)).toBeCloseTo(10 * kwPerA + 60 * kwPerA);
  expect(planCost(plan([10, 0], [6, 6]), problem(cars), network)).toBeCloseTo((10 + 6 + 18) * kwPerA);
  expect(planCost(plan([-10, 0], [0, 0]), problem(cars), network)).toBeCloseTo(-5 * kwPerA);
  expect(planCost(plan([10], [0, 0]), problem(cars), network)).toBeCloseTo(10 * kwPerA);
});

test('what lies behind the departure of a car costs nothing', () => {
  const leaves = (hours: number) => problem([exampleVehicle(1, { departsAt: midnight + hours * hourMs })]);
  expect(planCost(plan([10, 10]), leaves(1.5), network)).toBeCloseTo(10 * kwPerA + 15 * kwPerA);
  expect(planCost(plan([10, 10]), leaves(0.5), network)).toBeCloseTo(5 * kwPerA);
  // A car that the problem does not know stays.
  expect(planCost(plan([10, 10]), problem([]), network)).toBeCloseTo(40 * kwPerA);
});

test('without a plan a car charges at once with all it can, until it has what it wants or leaves', () => {
  const hourWh = 32 * kwPerA * 1_000;
  const cost = (change: Parameters<typeof exampleVehicle>[1]) =>
    uncontrolledCost(problem([exampleVehicle(1, change)]), network);
  expect(cost({ energyWh: hourWh / 2 })).toBeCloseTo(16 * kwPerA);
  expect(cost({ energyWh: hourWh })).toBeCloseTo(32 * kwPerA);
  expect(cost({ energyWh: 2 * hourWh })).toBeCloseTo(32 * kwPerA + 96 * kwPerA);
  expect(cost({ energyWh: 9 * hourWh, departsAt: midnight + 1.5 * hourMs })).toBeCloseTo(32 * kwPerA + 48 * kwPerA);
  expect(cost({ maxA: 0 })).toBe(0);
  expect(cost({ isExpected: true })).toBe(0);
});

test('cars that are here cost together', () => {
  const hourWh = 32 * kwPerA * 1_000;
  const cars = [
    exampleVehicle(1, { energyWh: hourWh }),
    exampleVehicle(2, { energyWh: hourWh / 2 }),
    exampleVehicle(3, { isExpected: true }),
  ];
  expect(uncontrolledCost(problem(cars), network)).toBeCloseTo(48 * kwPerA);
});
