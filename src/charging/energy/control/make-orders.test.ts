import { expect, test } from 'vitest';
import { planSite } from '../planner/plan-site.ts';
import { carAt, inputs, stateOf, until } from '../testing/charging-site.ts';
import { hourMs, midnight } from '../testing/example-site.ts';
import { assembleProblem } from './assemble-problem.ts';
import { boundAt, type EvseState } from './evse-state.ts';
import { planOrders } from './make-orders.ts';
import { sessionOrder } from './orders.ts';
import { emptyMemory } from './site-memory.ts';

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
