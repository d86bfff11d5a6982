import { expect, test } from 'vitest';
import { siteEnergy } from '#contract/energy/site-energy.ts';
import { LocalDays } from '../forecast/local-days.ts';
import { carsToCome } from '../inputs/cars/cars-to-come.ts';
import type { SiteStays } from '../inputs/cars/stay-history.ts';
import type { ChargingCar, SiteInputs } from '../inputs/site-inputs.ts';
import { loadHighs } from '../planner/load-highs.ts';
import { solvePlan } from '../planner/solve-plan.ts';
import { exampleSite, hourMs, midnight } from '../testing/example-site.ts';
import { assembleProblem } from './assemble-problem.ts';
import type { EvseState } from './evse-state.ts';

const tree = exampleSite({ limitA: 32, evses: 2 });
const dayMs = 24 * hourMs;
const iso = (moment: number) => new Date(moment).toISOString();

/** Every day of three weeks a car came to the second station at two at night, and left at six. */
const stays = Array.from({ length: 21 }, (_, back) => {
  const arrivedAt = midnight - (back + 1) * dayMs + 2 * hourMs;
  const stay = { evseNodeId: 'CP-2:1', phases: 3 as const, energyWh: 60_000, maxA: 32 };
  return { ...stay, arrivedAt, departedAt: arrivedAt + 4 * hourMs };
});
const history = { stays, days: new LocalDays('UTC'), predictor: undefined as never } satisfies SiteStays;

function evseAt(nodeId: string): EvseState {
  const evse = tree.nodes.find(({ id }) => id === nodeId)?.evse;
  if (evse === null || evse === undefined) throw new Error(`${nodeId} is no EVSE.`);
  const place = { nodeId, stationId: evse.stationId, evseId: 1, evse, isOnline: true };
  return { ...place, defaultA: 0, holds: [], sessionId: nodeId === 'CP-1:1' ? 's' : null, strayA: null };
}

type Asked = { caution?: number; cars?: ChargingCar[]; money?: number; isNeverPaused?: boolean };

/** `money`: how much more a kWh costs, as in another currency. */
function problemOf({ caution = 0.5, cars = [car], money = 1, isNeverPaused = false }: Asked = {}) {
  const inputs = {
    settings: { ...siteEnergy.parse({ tree, caution }), tree },
    limits: [],
    given: [],
    battery: null,
    prices: {
      importPerKwh: [
        { from: midnight, value: 0.3 * money },
        { from: midnight + 2 * hourMs, value: 0.1 * money },
        { from: midnight + 6 * hourMs, value: 0.3 * money },
      ],
      exportPerKwh: [{ from: 0, value: 0 }],
      carbonKgPerKwh: [{ from: 0, value: 0 }],
      carbonPrice: 0,
      demandCharge: null,
    },
    cars,
    expected: carsToCome(history, tree, midnight),
  } as unknown as SiteInputs;
  const evses = ['CP-1:1', 'CP-2:1'].map((nodeId) => ({ ...evseAt(nodeId), isNeverPaused }));
  return assembleProblem(inputs, evses, midnight).problem;
}

const car = {
  sessionId: 's',
  stationId: 'CP-1',
  evseId: 1,
  nodeId: 'CP-1:1',
  phases: 3,
  maxA: 32,
  minA: 6,
  measuredA: 0,
  pauses: 0,
  need: { energyWh: 40_000, minEnergyWh: 0, departsAt: iso(midnight + 6 * hourMs), stated: null, assumptions: [] },
  discharge: null,
} as unknown as ChargingCar;

test('cars that like days make likely are planned around, by how cautious the site is', () => {
  const [, come] = problemOf().vehicles;
  expect(come).toMatchObject({ isExpected: true, weight: 0.5, availableFrom: midnight + 2 * hourMs, energyWh: 60_000 });
  expect(problemOf({ caution: 0 }).vehicles).toHaveLength(1);
  expect(problemOf({ cars: [] }).vehicles).toHaveLength(0);
});

test('in any currency a car is planned alike, and is full when it leaves', async () => {
  const highs = await loadHighs();
  const planIn = (money: number) => solvePlan(highs, problemOf({ money }), 10);
  const rounded = (plan: ReturnType<typeof planIn>) =>
    plan?.vehicles.map(({ currentsA, shortWh }) => ({ shortWh, currentsA: currentsA.map(Math.round) }));
  const euros = rounded(planIn(1));
  expect(euros?.[0]?.shortWh).toBe(0);
  for (const money of [0.01, 4_000, 60_000]) expect(rounded(planIn(money))).toEqual(euros);
});

test('a car at a station that loses paused cars counts as one that paused already', () => {
  expect(problemOf().vehicles[0]?.pauses).toBe(0);
  expect(problemOf({ isNeverPaused: true }).vehicles[0]?.pauses).toBe(1);
});

test('cars that leave within a second of each other make no slot between them, and go on whole seconds', () => {
  const leaving = { ...car, need: { ...car.need, departsAt: iso(midnight + 6 * hourMs + 547) } };
  expect(problemOf({ cars: [leaving] }).vehicles[0]?.departsAt).toBe(midnight + 6 * hourMs);
});

test('a car charges before cheap hours that others will need', async () => {
  const highs = await loadHighs();
  const dearWh = (caution: number) => {
    const plan = solvePlan(highs, problemOf({ caution }), 10);
    return plan?.slots.reduce((sum, { from, hours }, slot) => {
      const amperes = plan.vehicles[0]?.currentsA[slot] ?? 0;
      return sum + (from < midnight + 2 * hourMs ? amperes * 690 * hours : 0);
    }, 0);
  };
  expect(dearWh(0)).toBeLessThan(1_000);
  // 4 cheap hours give 88 kWh, and both want 100.
  expect(dearWh(0.5)).toBeGreaterThan(10_000);
});
