import { expect, test } from 'vitest';
import { checkPlan } from '../guard/check-plan.ts';
import { buildSiteNetwork } from '../network/site-network.ts';
import { exampleProblem, exampleSite, exampleVehicle, hourMs, midnight } from '../testing/example-site.ts';
import { fillPlan } from './fill-plan.ts';
import { loadHighs } from './load-highs.ts';
import { defaultWeights, type PlanProblem, zero } from './plan-problem.ts';
import type { SitePlan } from './site-plan.ts';
import { cutIntoSlots } from './slots.ts';
import { solvePlan } from './solve-plan.ts';
import { fillByLaxity } from './water-filling.ts';

const highs = await loadHighs();

function solve(problem: PlanProblem): SitePlan {
  const plan = solvePlan(highs, problem, 30);
  if (plan === undefined) throw new Error('The solver found no plan.');
  return plan;
}

/** Net energy of a car in a stretch of the night. */
function energyWh(plan: SitePlan, id: string, fromHour = 0, toHour = 24): number {
  const currents = plan.vehicles.find((vehicle) => vehicle.id === id)?.currentsA ?? [];
  return plan.slots.reduce((sum, { from, to }, slot) => {
    const hours = Math.max(0, Math.min(to, midnight + toHour * hourMs) - Math.max(from, midnight + fromHour * hourMs));
    return sum + ((currents[slot] ?? 0) * 690 * hours) / hourMs;
  }, 0);
}

const prices = (importPerKwh: PlanProblem['prices']['importPerKwh'], rest: Partial<PlanProblem['prices']> = {}) => ({
  ...exampleProblem(exampleSite(), []).prices,
  importPerKwh,
  ...rest,
});
const cheapFromTwo = [
  { from: midnight, value: 0.3 },
  { from: midnight + 2 * hourMs, value: 0.1 },
];

test('a car charges in the cheap hours before it leaves', () => {
  const plan = solve(exampleProblem(exampleSite(), [exampleVehicle(1)], { prices: prices(cheapFromTwo) }));
  expect(energyWh(plan, 'car-1', 0, 2)).toBeCloseTo(0, 3);
  expect(energyWh(plan, 'car-1')).toBeCloseTo(20_000, 0);
});

test('limits hold without what a battery is planned to give, unless somebody makes sure that it gives', () => {
  const tree = exampleSite({ limitW: 10_000 });
  const battery = {
    nodeId: 'grid',
    maxChargeW: 10_000,
    maxDischargeW: 10_000,
    storedWh: 40_000,
    capacityWh: 50_000,
    reserveWh: 0,
    efficiency: 1,
    wearPerKwh: 0,
    valuePerKwh: 0,
  };
  const hurried = exampleVehicle(1, { departsAt: midnight + hourMs });
  const highestW = (givesRoom: boolean) => {
    const problem = exampleProblem(tree, [hurried], { battery: { ...battery, givesRoom } });
    const plan = solve(problem);
    expect(checkPlan(plan, problem)).toEqual([]);
    return Math.max(...(plan.vehicles[0]?.currentsA ?? [])) * 690;
  };
  expect(highestW(true)).toBeGreaterThan(15_000);
  expect(highestW(false)).toBeLessThanOrEqual(10_001);
});

/** Of a car that charges, its current in the next five minutes while energy is to become cheap. */
function goesOnWith(cheapInHours: number, pauses = 0): number {
  const importPerKwh = [
    { from: midnight, value: 0.3 },
    { from: midnight + cheapInHours * hourMs, value: 0.1 },
  ];
  const car = exampleVehicle(1, { currentA: 6, pauses });
  const plan = solve(exampleProblem(exampleSite(), [car], { prices: prices(importPerKwh), maxPauses: 1 }));
  return Math.round((plan.vehicles[0]?.currentsA[0] ?? 0) * 10) / 10;
}

test('a car that charges is paused at once where waiting for cheap hours saves more than its pause costs', () => {
  // Two hours of its least current are 8.3 kWh and 1.66 of money; the pause costs 0.5, now as in five minutes.
  expect(goesOnWith(2)).toBe(0);
});

test('a car that paused before goes on with its least current, whatever it would save', () => {
  expect(goesOnWith(2, 1)).toBe(6);
});

test('without the solver a car that paused before goes on as well, beside one in a hurry', () => {
  const [paused, hurried] = [
    exampleVehicle(1, { currentA: 6, pauses: 1, energyWh: 10_000 }),
    exampleVehicle(2, { departsAt: midnight + hourMs, energyWh: 40_000 }),
  ];
  const tree = exampleSite({ limitA: 32 });
  const problem = exampleProblem(tree, [paused, hurried], { prices: prices(cheapFromTwo), maxPauses: 1 });
  const plan = fillPlan(problem);
  expect(plan.vehicles.map(({ currentsA }) => currentsA[0])).toEqual([6, 26]);
  expect(energyWh(plan, 'car-1')).toBeCloseTo(10_000, 0);
  expect(checkPlan(plan, problem)).toEqual([]);
});

test('a car that would save less goes on with its least current until energy is cheap', () => {
  expect(goesOnWith(0.5)).toBe(6);
});

test('a car that cannot wait charges in dear hours too', () => {
  const hurried = exampleVehicle(1, { departsAt: midnight + 2.5 * hourMs });
  const plan = solve(exampleProblem(exampleSite(), [hurried], { prices: prices(cheapFromTwo) }));
  expect(energyWh(plan, 'car-1', 2)).toBeCloseTo(32 * 690 * 0.5, 0);
  expect(plan.vehicles[0]?.shortWh).toBe(0);
});

test('an impossible wish falls short by what is impossible, and no more', () => {
  const plan = solve(exampleProblem(exampleSite(), [exampleVehicle(1, { departsAt: midnight + 0.5 * hourMs })]));
  expect(plan.vehicles[0]?.shortWh).toBe(20_000 - 32 * 690 * 0.5);
});

test('the way home of everybody comes before the full battery of anybody', () => {
  const tree = exampleSite({ limitA: 16 });
  const inOneHour = { departsAt: midnight + hourMs, minA: 0 };
  const vehicles = [
    exampleVehicle(1, { ...inOneHour, energyWh: 11_040, weight: 5 }),
    exampleVehicle(2, { ...inOneHour, energyWh: 11_040, minEnergyWh: 4_000 }),
  ];
  const plan = solve(exampleProblem(tree, vehicles));
  expect(energyWh(plan, 'car-2')).toBeCloseTo(4_000, 0);
  expect(energyWh(plan, 'car-1')).toBeCloseTo(16 * 690 - 4_000, 0);
});

test('a shortage is shared', () => {
  const inOneHour = { departsAt: midnight + hourMs, minA: 0, energyWh: 11_040 };
  const vehicles = [exampleVehicle(1, inOneHour), exampleVehicle(2, inOneHour)];
  const plan = solve(exampleProblem(exampleSite({ limitA: 16 }), vehicles));
  expect(energyWh(plan, 'car-1')).toBeCloseTo(5_520, 0);
  expect(energyWh(plan, 'car-2')).toBeCloseTo(5_520, 0);
});

test('what is sent now is zero or the minimum current, in steps of the station', () => {
  const tree = exampleSite({ limitA: 21 });
  const vehicles = [1, 2, 3].map((number) =>
    exampleVehicle(number, { departsAt: midnight + hourMs, pilotsA: [8, 16, 24, 32], minA: 8 }),
  );
  const first = solve(exampleProblem(tree, vehicles)).vehicles.map(({ currentsA }) => currentsA[0] ?? 0);
  expect(first.every((amperes) => [0, 8, 16].includes(Math.round(amperes * 1e4) / 1e4))).toBe(true);
  expect(first.reduce((sum, amperes) => sum + amperes, 0)).toBeCloseTo(16, 3);
});

test('a demand charge flattens the night', () => {
  const demandCharge = { perKw: 10, peakW: 0, share: 1 };
  const plan = solve(
    exampleProblem(exampleSite({ minA: 0 }), [exampleVehicle(1, { minA: 0 })], {
      prices: prices([], { demandCharge }),
    }),
  );
  const highest = Math.max(...(plan.vehicles[0]?.currentsA ?? []));
  expect(highest * 690).toBeCloseTo(20_000 / 7, 0);
});

test('a peak that was paid for already costs nothing more', () => {
  const demandCharge = { perKw: 10, peakW: 30_000, share: 1 };
  const plan = solve(exampleProblem(exampleSite(), [exampleVehicle(1)], { prices: prices([], { demandCharge }) }));
  expect(plan.vehicles[0]?.currentsA[0]).toBeCloseTo(32, 3);
});

test('sun is used before the grid', () => {
  const sun = {
    nodeId: 'grid',
    limitW: [{ from: midnight, value: 0 }],
    costW: [
      { from: midnight, value: 0 },
      { from: midnight + 3 * hourMs, value: -8_000 },
    ],
  };
  const plan = solve(
    exampleProblem(exampleSite({ minA: 0 }), [exampleVehicle(1, { minA: 0 })], {
      prices: prices([{ from: 0, value: 0.3 }], { exportPerKwh: [{ from: 0, value: 0.05 }] }),
      given: [sun],
    }),
  );
  expect(energyWh(plan, 'car-1', 3)).toBeCloseTo(20_000, 0);
});

test('the load of the building takes its part of the limit', () => {
  const building = { nodeId: 'grid', limitW: [{ from: 0, value: 13_800 }], costW: [{ from: 0, value: 9_000 }] };
  const plan = solve(
    exampleProblem(
      exampleSite({ limitA: 63 }),
      [1, 2, 3].map((n) => exampleVehicle(n)),
      { given: [building] },
    ),
  );
  for (const slot of plan.slots.keys()) {
    const sum = plan.vehicles.reduce((total, { currentsA }) => total + (currentsA[slot] ?? 0), 0);
    expect(sum).toBeLessThanOrEqual(63 - 20 + 1e-4);
  }
});

test("the site's battery gives when it is dear and is filled when it is cheap", () => {
  const battery = {
    nodeId: 'grid',
    maxChargeW: 10_000,
    maxDischargeW: 10_000,
    storedWh: 5_000,
    capacityWh: 10_000,
    reserveWh: 1_000,
    efficiency: 0.95,
    wearPerKwh: 0.02,
    valuePerKwh: 0.12,
  };
  const building = { nodeId: 'grid', limitW: [{ from: 0, value: 3_000 }], costW: [{ from: 0, value: 3_000 }] };
  const plan = solve(
    exampleProblem(exampleSite(), [exampleVehicle(1)], { prices: prices(cheapFromTwo), battery, given: [building] }),
  );
  const given = plan.slots.reduce(
    (wh, { from, hours }, slot) => wh + (from < midnight + 2 * hourMs ? (plan.batteryW[slot] ?? 0) * hours : 0),
    0,
  );
  expect(given).toBeCloseTo(-4_000 * 0.95, 0);
});

test('a car that may feed back sells in the spike, keeps its reserve and leaves full', () => {
  const spike = [
    { from: midnight, value: 0.1 },
    { from: midnight + 2 * hourMs, value: 1 },
    { from: midnight + 3 * hourMs, value: 0.1 },
  ];
  const discharge = {
    maxA: 16,
    storedWh: 30_000,
    capacityWh: 60_000,
    reserveWh: 20_000,
    efficiency: 0.95,
    wearPerKwh: 0.08,
  };
  const car = exampleVehicle(1, { discharge, minA: 0 });
  const plan = solve(
    exampleProblem(exampleSite({ minA: 0 }), [car], { prices: prices(spike, { exportPerKwh: spike }) }),
  );
  expect(energyWh(plan, 'car-1', 2, 3)).toBeCloseTo(-16 * 690, 0);
  expect(plan.vehicles[0]?.shortWh).toBe(0);
  let stored = 30_000;
  for (const [slot, { hours }] of plan.slots.entries()) {
    const wh = (plan.vehicles[0]?.currentsA[slot] ?? 0) * 690 * hours;
    stored += wh > 0 ? wh * 0.95 : wh / 0.95;
    expect(stored).toBeGreaterThanOrEqual(20_000 - 1);
  }
  expect(stored).toBeGreaterThanOrEqual(30_000 + 20_000 * 0.95 - 5);
});

test('of two cars that could both wait, the one that leaves first charges first', () => {
  const [early, late] = [
    exampleVehicle(1, { departsAt: midnight + 4 * hourMs }),
    exampleVehicle(2, { departsAt: midnight + 7 * hourMs }),
  ];
  const plan = solve(
    exampleProblem(exampleSite({ limitW: 11_000, minA: 0 }), [late, early], { isFirstSlotExact: false }),
  );
  expect(plan.vehicles.find(({ id }) => id === 'car-1')?.currentsA[0]).toBeCloseTo(11_000 / 690, 2);
});

test('a car is full some time before it leaves when the last hours are held to be unsure', () => {
  const cheapAtLast = [
    { from: midnight, value: 0.3 },
    { from: midnight + 6 * hourMs, value: 0.2 },
  ];
  const weights = { ...defaultWeights, lateCharge: { perKwh: 0.15, hours: 1 } };
  const changes = { prices: prices(cheapAtLast), isFirstSlotExact: false };
  expect(energyWh(solve(exampleProblem(exampleSite(), [exampleVehicle(1)], changes)), 'car-1', 6)).toBeCloseTo(
    20_000,
    0,
  );
  const plan = solve(exampleProblem(exampleSite(), [exampleVehicle(1)], { ...changes, weights }));
  expect(energyWh(plan, 'car-1', 6)).toBeCloseTo(0, 0);
});

test('where only sun may be sold, a battery waits for the load of the site', () => {
  const battery = {
    nodeId: 'grid',
    maxChargeW: 10_000,
    maxDischargeW: 10_000,
    storedWh: 9_000,
    capacityWh: 10_000,
    reserveWh: 0,
    efficiency: 0.95,
    wearPerKwh: 0.01,
    valuePerKwh: 0.05,
    mayFeedIn: false,
  };
  const dear = [{ from: 0, value: 0.4 }];
  const problem = exampleProblem(exampleSite(), [exampleVehicle(1, { energyWh: 0 })], {
    prices: prices(dear, { exportPerKwh: dear }),
    battery,
    given: [{ nodeId: 'grid', limitW: zero, costW: [{ from: 0, value: 500 }] }],
  });
  expect(Math.min(...solve(problem).batteryW)).toBeGreaterThanOrEqual(-501);
  expect(Math.min(...solve({ ...problem, battery: { ...battery, mayFeedIn: true } }).batteryW)).toBeLessThan(-1_000);
});

test('a limit that changes with time is kept in each of its stretches, by the solver and without it', () => {
  const rooms = ([1, 2, 3] as const).map((line) => ({
    nodeId: 'grid',
    line,
    limit: [
      { from: 0, value: 63 },
      { from: midnight + hourMs, value: 10 },
      { from: midnight + 2 * hourMs, value: 63 },
    ],
  }));
  const vehicles = [1, 2].map((number) =>
    exampleVehicle(number, { energyWh: 60_000, departsAt: midnight + 3 * hourMs }),
  );
  const problem = { ...exampleProblem(exampleSite({ limitA: 63 }), vehicles), rooms };
  const network = buildSiteNetwork(problem.tree);
  for (const plan of [solve(problem), fillByLaxity(problem, network, cutIntoSlots(problem))]) {
    expect(checkPlan(plan, problem)).toEqual([]);
    const inside = plan.slots.findIndex(({ from }) => from >= midnight + hourMs && from < midnight + 2 * hourMs);
    const sum = plan.vehicles.reduce((amperes, { currentsA }) => amperes + (currentsA[inside] ?? 0), 0);
    expect(sum).toBeLessThanOrEqual(10.01);
    expect(sum).toBeGreaterThan(5);
  }
  expect(checkPlan(solve({ ...problem, rooms: [] }), problem)).not.toEqual([]);
});

test('what a station falls back to is kept free beside the plan, also while its car waits', () => {
  const waiting = exampleVehicle(1, { energyWh: 1_000, reservedA: 6, departsAt: midnight + 24 * hourMs });
  const hungry = [2, 3].map((number) => exampleVehicle(number, { energyWh: 90_000, reservedA: 6, minA: 0 }));
  const problem = exampleProblem(exampleSite({ limitA: 40 }), [waiting, ...hungry]);
  const network = buildSiteNetwork(problem.tree);
  for (const plan of [solve(problem), fillByLaxity(problem, network, cutIntoSlots(problem))])
    for (const slot of plan.slots.keys()) {
      const sum = plan.vehicles.reduce((amperes, { currentsA }) => amperes + Math.max(6, currentsA[slot] ?? 0), 0);
      expect(sum).toBeLessThanOrEqual(40.001);
      if ((plan.slots[slot]?.to ?? 0) <= midnight + 7 * hourMs) expect(sum).toBeGreaterThan(39.9);
    }
});
