import { expect, test } from 'vitest';
import { siteEnergy } from '#contract/energy/site-energy.ts';
import type { ChargingCar, SiteInputs } from '../inputs/site-inputs.ts';
import { zero } from '../planner/plan-problem.ts';
import { planSite } from '../planner/plan-site.ts';
import { exampleSite, hourMs, midnight } from '../testing/example-site.ts';
import { assembleProblem } from './assemble-problem.ts';
import { boundAt, type EvseState } from './evse-state.ts';
import { planOrders } from './make-orders.ts';
import { sessionOrder } from './orders.ts';
import { emptyMemory } from './site-memory.ts';

const tree = exampleSite({ limitA: 63 });
const until = midnight + hourMs;

function stateOf(number: number, changes: Partial<EvseState> = {}): EvseState {
  const evse = tree.nodes.find(({ id }) => id === `CP-${number}:1`)?.evse;
  if (evse === null || evse === undefined) throw new Error('There is no such EVSE.');
  return {
    nodeId: `CP-${number}:1`,
    stationId: `CP-${number}`,
    evseId: 1,
    evse,
    isOnline: true,
    defaultA: 6,
    holds: [{ steps: [{ from: midnight, amperes: 20 }], until, phases: 3 }],
    sessionId: `session ${number}`,
    strayA: null,
    ...changes,
  };
}

function carAt(number: number): ChargingCar {
  const sessionId = `session ${number}`;
  const departsAt = new Date(midnight + 8 * hourMs).toISOString();
  return {
    sessionId,
    stationId: `CP-${number}`,
    evseId: 1,
    nodeId: `CP-${number}:1`,
    driverName: null,
    startedAt: midnight,
    phases: 3,
    maxA: 32,
    minA: 6,
    measuredA: 20,
    measuredW: null,
    pauses: 0,
    discharge: null,
    need: {
      sessionId,
      stated: null,
      source: 'predicted',
      statedAt: null,
      energyWh: 60_000,
      minEnergyWh: 0,
      departsAt,
      batteryPercent: null,
      capacityWh: null,
      predictedDepartureAt: departsAt,
      earlyDepartureAt: departsAt,
      confidence: 0.5,
      assumptions: [],
    },
  };
}

const inputs: SiteInputs = {
  settings: {
    ...siteEnergy.parse({ mode: 'control', tree }),
    siteId: 'site',
    version: 1,
    changedAt: new Date(midnight).toISOString(),
    changedBy: 'test',
  },
  currency: 'EUR',
  timeZone: 'UTC',
  limits: [],
  given: [],
  battery: null,
  prices: { importPerKwh: zero, exportPerKwh: zero, carbonKgPerKwh: zero, carbonPrice: 0, demandCharge: null },
  peakW: 0,
  cars: [carAt(1), carAt(2), carAt(3)],
  meters: [],
  warnings: [],
};

/** The solver fails, so that the plan is made by least laxity. */
const solver = { solve: () => Promise.resolve({ failure: 'away' }), close: () => Promise.resolve() };
const needs = {
  abilities: {
    learnedOf: () => ({ findings: [] }),
    profilesOf: () =>
      Promise.resolve({ version: '1.6', unit: 'A', maxPeriods: 24, maxStackLevel: 3, maxProfiles: null }),
  } as never,
  versionOf: () => '1.6' as const,
};

async function ordersFor(states: readonly EvseState[]) {
  const memory = emptyMemory('site');
  for (const state of states) memory.evses.set(state.nodeId, state);
  for (const { nodeId, sessionId, holds } of states)
    memory.sent.set(nodeId, {
      steps: holds[0]?.steps ?? [],
      coveredUntil: until,
      sentAt: midnight - hourMs,
      sessionId: sessionId ?? '',
      changedAt: midnight - hourMs,
      beforeA: 6,
    });
  const assembled = assembleProblem(inputs, states, midnight);
  const outcome = await planSite(solver, assembled.problem);
  const { orders } = await planOrders(needs, memory, { inputs, assembled, outcome, madeAt: midnight }, midnight);
  const currentAt = (number: number) =>
    orders.find(({ stationId }) => stationId === `CP-${number}`)?.hold?.steps[0]?.amperes;
  return { orders, plan: outcome.plan, currentAt };
}

test('a station that does not follow is told to fall all the same', async () => {
  const { currentAt } = await ordersFor([stateOf(1, { strayA: 32 }), stateOf(2), stateOf(3)]);
  expect(currentAt(1)).toBe(6);
});

test('what it draws in spite of that is taken off what the others get', async () => {
  const { plan } = await ordersFor([stateOf(1, { strayA: 32 }), stateOf(2), stateOf(3)]);
  const first = plan.vehicles.reduce((sum, { currentsA }) => sum + (currentsA[0] ?? 0), 0);
  expect(plan.vehicles.map(({ id }) => id).toSorted()).toEqual(['session 2', 'session 3']);
  expect(first).toBeLessThanOrEqual(31.01);
});

test('one that is out of reach is told nothing', async () => {
  const { orders } = await ordersFor([stateOf(1, { strayA: 32, isOnline: false }), stateOf(2), stateOf(3)]);
  expect(orders.map(({ stationId }) => stationId)).not.toContain('CP-1');
});

test("a plan that is sent as a default leaves the session's own profile in place, which counts beside it", () => {
  const steps = [{ from: midnight, amperes: 6 }];
  const form = { version: '2.0.1', unit: 'A', maxPeriods: 24, maxStackLevel: 3, maxProfiles: null } as const;
  const order = (purpose: 'tx-profile' | 'tx-default-profile') =>
    sessionOrder(stateOf(1), carAt(1), steps, { abilities: { ...form, purpose }, now: midnight });
  expect(boundAt(order('tx-default-profile').after, midnight)).toBe(20);
  expect(boundAt(order('tx-profile').after, midnight)).toBe(6);
});
