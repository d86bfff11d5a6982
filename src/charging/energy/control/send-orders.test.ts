import { expect, test } from 'vitest';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { CurrentStep } from '../profiles/current-steps.ts';
import { exampleSite, hourMs, midnight } from '../testing/example-site.ts';
import { boundAt, type EvseState, type Hold } from './evse-state.ts';
import type { Order } from './orders.ts';
import { type Answer, sendOrders } from './send-orders.ts';
import { reachesOf, type SiteState, worstAt } from './site-reach.ts';

const tree = exampleSite({ limitA: 63 });

const stateOf = (number: number, amperes: number, changes: Partial<EvseState> = {}): EvseState => {
  const evse = tree.nodes.find(({ id }) => id === `CP-${number}:1`)?.evse;
  if (evse === null || evse === undefined) throw new Error('There is no such EVSE.');
  return {
    nodeId: `CP-${number}:1`,
    stationId: `CP-${number}`,
    evseId: 1,
    evse,
    isOnline: true,
    defaultA: 6,
    holds: [{ steps: [{ from: midnight, amperes }], until: midnight + hourMs, phases: 3 }],
    sessionId: `session ${number}`,
    strayA: null,
    ...changes,
  };
};

const orderFor = (before: EvseState, amperes: number): Order => {
  const hold = { steps: [{ from: midnight, amperes }], until: midnight + hourMs, phases: 3 as const };
  return stepsFor(before, hold);
};

const stepsFor = (before: EvseState, hold: Hold): Order => {
  const { nodeId, stationId, sessionId } = before;
  const withSteps = (steps: readonly CurrentStep[]) => stepsFor(before, { ...hold, steps });
  return {
    nodeId,
    stationId,
    kind: 'session',
    sessionId,
    profiles: [],
    after: { ...before, holds: [hold] },
    hold,
    withSteps,
  };
};

function house(
  states: EvseState[],
  answer: (order: Order) => Answer = () => ({ status: 'taken' }),
  hasNews = () => false,
) {
  const evses = new Map(states.map((state) => [state.nodeId, state]));
  const site: Omit<SiteState, 'evses'> = { tree, limits: [], given: [], reaches: reachesOf(tree) };
  const asked: string[] = [];
  const worst: number[] = [];
  const look = () =>
    worst.push(Math.max(...worstAt({ ...site, evses: [...evses.values()] }, midnight).map((each) => each.worst)));
  return {
    asked,
    worst,
    evses,
    send: (orders: Order[]) =>
      sendOrders(orders, {
        evses,
        site,
        now: midnight,
        hasNews,
        async send(order) {
          asked.push(order.stationId);
          look();
          return Promise.resolve(answer(order));
        },
      }),
  };
}

test('what falls is confirmed before anything rises, and no limit is passed in between', async () => {
  const [first, second] = [stateOf(1, 32), stateOf(2, 20)];
  const open = house([first, second, stateOf(3, 6)]);
  const { waiting } = await open.send([orderFor(second, 32), orderFor(first, 20)]);
  expect(open.asked).toEqual(['CP-1', 'CP-2']);
  expect(waiting).toEqual([]);
  expect(Math.max(...open.worst)).toBeLessThanOrEqual(63.01);
});

test('a fall that nobody confirmed keeps the others down', async () => {
  const [first, second] = [stateOf(1, 32), stateOf(2, 20)];
  const open = house([first, second, stateOf(3, 6)], ({ stationId }) =>
    stationId === 'CP-1' ? { status: 'unknown', reason: sentenceOf('profile-unanswered') } : { status: 'taken' },
  );
  const { waiting } = await open.send([orderFor(second, 32), orderFor(first, 20)]);
  expect(waiting.map(({ stationId }) => stationId)).toEqual(['CP-2']);
  expect(open.asked).toEqual(['CP-1']);
});

test('a station without a proven default counts with all it can, and leaves no room for others', async () => {
  const second = stateOf(2, 20);
  const open = house([stateOf(1, 6, { defaultA: null }), second, stateOf(3, 6)]);
  const { waiting } = await open.send([orderFor(second, 32)]);
  expect(waiting).toHaveLength(1);
});

test('what rises waits for the next plan when something happened while others fell', async () => {
  const [first, second] = [stateOf(1, 32), stateOf(2, 20)];
  const open = house([first, second, stateOf(3, 6)], undefined, () => open.asked.length > 0);
  const { waiting } = await open.send([orderFor(second, 32), orderFor(first, 20)]);
  expect(open.asked).toEqual(['CP-1']);
  expect(waiting.map(({ stationId }) => stationId)).toEqual(['CP-2']);
});

test('a refused rise leaves what was there before', async () => {
  const second = stateOf(2, 20);
  const open = house([stateOf(1, 6), second, stateOf(3, 6)], () => ({
    status: 'refused',
    reason: sentenceOf('profile-refused', { answer: 'Rejected' }),
  }));
  await open.send([orderFor(second, 32)]);
  expect(open.evses.get(second.nodeId)?.holds).toEqual(second.holds);
});

test('two cars that fall now and rise later, each into what the other leaves, do not wait for each other', async () => {
  const later = midnight + hourMs / 2;
  const until = midnight + hourMs;
  const steps = (now: number, then: number) => ({
    steps: [
      { from: midnight, amperes: now },
      { from: later, amperes: then },
    ],
    until,
    phases: 3 as const,
  });
  const first = stateOf(1, 32, { holds: [steps(32, 20)] });
  const second = stateOf(2, 25, { holds: [steps(25, 32)] });
  const open = house([first, second, stateOf(3, 6)]);
  const { waiting } = await open.send([stepsFor(first, steps(20, 32)), stepsFor(second, steps(20, 25))]);
  expect(waiting).toEqual([]);
  expect(Math.max(...open.worst)).toBeLessThanOrEqual(63.01);
  const blocked = house([first, stateOf(2, 25, { holds: [steps(25, 32)], isOnline: false }), stateOf(3, 6)]);
  const left = await blocked.send([stepsFor(first, steps(10, 32))]);
  expect(left.waiting).toHaveLength(1);
  expect(blocked.evses.get(first.nodeId)?.holds[0]?.steps[0]?.amperes).toBe(10);
});

test('a station that took a part of its plan and was lost then counts with both plans', async () => {
  const answer: Answer = { status: 'not-sent', reason: sentenceOf('profile-offline'), isPartlyTaken: true };
  const before = stateOf(1, 10);
  const { evses, send } = house([before, stateOf(2, 10)], () => answer);
  await send([orderFor(before, 30)]);
  expect(boundAt(evses.get('CP-1:1') ?? before, midnight)).toBe(30);
});
