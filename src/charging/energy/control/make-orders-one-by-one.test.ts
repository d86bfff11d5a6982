import { describe, expect, test } from 'vitest';
import { carAt, inputs, stateOf } from '../testing/charging-site.ts';
import { hourMs, midnight } from '../testing/example-site.ts';
import { assembleProblem, planHours } from './assemble-problem.ts';
import type { EvseState, Hold } from './evse-state.ts';
import { defaultOrders, planOrders, wantedDefaults } from './make-orders.ts';
import { emptyMemory, type SentSession } from './site-memory.ts';

const minute = 60_000;
type Finding = 'slow' | 'zero-ends-session';

/** What is needed of stations of OCPP 1.6, of which this was learnt. */
function needsOf({ findings = [] as Finding[], isKnown = true } = {}) {
  const form = { version: '1.6', unit: 'A', maxPeriods: 24, maxStackLevel: 3, maxProfiles: null };
  return {
    abilities: { learnedOf: () => ({ findings }), profilesOf: async () => form } as never,
    versionOf: () => (isKnown ? ('1.6' as const) : undefined),
  };
}

function memoryOf(...states: EvseState[]) {
  const memory = emptyMemory('site');
  for (const state of states) memory.evses.set(state.nodeId, state);
  return memory;
}

describe('what an EVSE keeps to by itself', () => {
  const wanted = wantedDefaults(inputs, midnight).get('CP-1:1') ?? 0;

  test('is what the site can bear, less what is always drawn', () => {
    expect(wanted).toBe(6);
    const load = (from: number, value: number) => ({ nodeId: 'grid', limitW: [{ from, value }], costW: [] });
    const under = (...given: ReturnType<typeof load>[]) => wantedDefaults({ ...inputs, given }, midnight).get('CP-1:1');
    expect([under(load(midnight, 20_000)), under(load(midnight, 40_000))]).toEqual([6, 0]);
    expect(under(load(midnight, 20_000), load(midnight, 20_000))).toBe(0);
    // Sun makes no room, and what lies behind the plan says nothing of it.
    expect(under(load(midnight, 40_000), load(midnight, -40_000))).toBe(0);
    const ahead = (hours: number) => under(load(midnight + hours * hourMs, 40_000));
    expect([ahead(planHours - 0.1), ahead(planHours)]).toEqual([0, 6]);
  });

  const lasting: Hold = { steps: [], until: midnight, phases: 3, outlastsSession: true };
  const foreign: Hold = { ...lasting, foreign: { chargingProfileId: 7 } };

  test.each([
    ['another default', { defaultA: wanted + 1 }, true],
    ['no default', { defaultA: null }, true],
    ['this default', { defaultA: wanted }, false],
    [
      'this default, and the plan of a session that is over',
      { defaultA: wanted, sessionId: null, holds: [lasting] },
      true,
    ],
    ['this default, and the plan of a session that runs', { defaultA: wanted, holds: [lasting] }, false],
    ['this default, and the plan of others', { defaultA: wanted, sessionId: null, holds: [foreign] }, false],
    ['this default, and an own plan of a session', { defaultA: wanted, sessionId: null }, false],
    ['no connection', { defaultA: null, isOnline: false }, false],
  ] satisfies [string, Partial<EvseState>, boolean][])(
    'is told to a station with %s: %s',
    async (_what, state, isTold) => {
      const orders = await defaultOrders(needsOf(), memoryOf(stateOf(1, state)), { inputs }, midnight);
      expect(orders.map(({ after }) => after.defaultA)).toEqual(isTold ? [wanted] : []);
    },
  );

  test('is not told while a station that refused it is left alone, or its version is unknown', async () => {
    const memory = memoryOf(stateOf(1, { defaultA: null }));
    expect(await defaultOrders(needsOf({ isKnown: false }), memory, { inputs }, midnight)).toEqual([]);
    memory.refusedUntil.set('CP-1:1', midnight + 1);
    expect(await defaultOrders(needsOf(), memory, { inputs }, midnight)).toEqual([]);
    memory.refusedUntil.set('CP-1:1', midnight);
    expect(await defaultOrders(needsOf(), memory, { inputs }, midnight)).toHaveLength(1);
  });

  test('is nothing for an EVSE that the tree does not know', async () => {
    const stray = stateOf(1, { nodeId: 'gone', defaultA: null });
    const [order] = await defaultOrders(needsOf(), memoryOf(stray), { inputs }, midnight);
    expect(order?.after.defaultA).toBe(0);
  });
});

const byStation = ([one]: readonly unknown[], [other]: readonly unknown[]) => (String(one) < String(other) ? -1 : 1);

describe('what a plan changes', () => {
  const sent = (amperes: number, more: Partial<SentSession> = {}): SentSession => ({
    ...{ steps: [{ from: midnight - hourMs, amperes }], coveredUntil: midnight + hourMs, sentAt: midnight - hourMs },
    ...{ sessionId: 'session 1', changedAt: midnight - hourMs, beforeA: 0 },
    ...more,
  });

  type Given = {
    amperes?: number[];
    settings?: Partial<(typeof inputs)['settings']>;
    states?: Partial<EvseState>[];
    was?: (SentSession | undefined)[];
    findings?: Finding[];
    isKnown?: boolean;
    promised?: string[];
  };

  /** The orders for cars that a plan gives these currents for the next hours. */
  async function ordersFor({ amperes = [10], settings = {}, states = [], was = [], promised = [], ...known }: Given) {
    const all = amperes.map((_current, nth) => stateOf(nth + 1, states[nth]));
    const cars = amperes.map((_current, nth) => carAt(nth + 1));
    const site = { ...inputs, settings: { ...inputs.settings, ...settings }, cars };
    const memory = memoryOf(...all);
    was.forEach((each, nth) => each && memory.sent.set(`CP-${nth + 1}:1`, each));
    for (const id of promised) memory.promised.add(id);
    const vehicles = amperes.map((current, nth) => ({
      ...{ id: `session ${nth + 1}`, evseNodeId: `CP-${nth + 1}:1`, phases: 3, currentsA: [current], shortWh: 0 },
    }));
    const plan = { madeAt: midnight, slots: [{ from: midnight, to: midnight + hourMs }], vehicles, batteryW: [0] };
    const made = { inputs: site, assembled: assembleProblem(site, all, midnight), outcome: { plan }, madeAt: midnight };
    const list = await planOrders(needsOf(known), memory, made as never, midnight);
    const currents = list.orders.map(({ stationId, hold }) => [stationId, hold?.steps[0]?.amperes]);
    return { ...list, currents };
  }

  test('is told to stations that can be spoken to', async () => {
    const both = [sent(20), sent(20)];
    expect((await ordersFor({ amperes: [10, 12], was: both })).currents.toSorted(byStation)).toEqual([
      ['CP-1', 10],
      ['CP-2', 12],
    ]);
    expect((await ordersFor({ amperes: [10, 12], was: both, states: [{ isOnline: false }] })).currents).toEqual([
      ['CP-2', 12],
    ]);
    expect((await ordersFor({ was: both, isKnown: false })).currents).toEqual([]);
  });

  test('is left out where it changes next to nothing, unless its car was promised a profile', async () => {
    const same = { amperes: [10], was: [sent(10)] };
    expect(await ordersFor(same)).toMatchObject({ currents: [], unchanged: 1, isBehind: false });
    expect(await ordersFor({ ...same, promised: ['session 1'] })).toMatchObject({
      currents: [['CP-1', 10]],
      unchanged: 0,
    });
  });

  test('is behind where a car would get an ampere more, and its station was told something just now', async () => {
    const justNow = (amperes: number) => ({ was: [sent(amperes, { sentAt: midnight - 1_000 })] });
    expect(await ordersFor({ amperes: [11], ...justNow(10) })).toMatchObject({ currents: [], isBehind: true });
    expect(await ordersFor({ amperes: [10.9], ...justNow(10) })).toMatchObject({ currents: [], isBehind: false });
  });

  test('gives a slow station time to follow', async () => {
    const [slow] = (await ordersFor({ was: [sent(20)], findings: ['slow'] })).orders;
    const [quick] = (await ordersFor({ was: [sent(20)] })).orders;
    expect([(slow?.lagMs ?? 0) > minute / 2, quick?.lagMs]).toEqual([true, 0]);
  });

  test('keeps a car awake whose station ends sessions at 0 A, where the least is reserved for it', async () => {
    const findings: Finding[] = ['zero-ends-session'];
    const awake = async (current: number, defaultA: number) =>
      (await ordersFor({ amperes: [current], was: [sent(20)], findings, states: [{ defaultA }] })).currents[0]?.[1];
    expect([await awake(0, 6), await awake(5.9, 6), await awake(7, 6), await awake(0, 5.9)]).toEqual([6, 6, 7, 0]);
  });

  test('tells a station that does not follow the least that is safe', async () => {
    const stray = { states: [{ strayA: 32, defaultA: 8 }], amperes: [20] };
    expect((await ordersFor({ ...stray, was: [sent(20)] })).currents).toEqual([['CP-1', 8]]);
    expect((await ordersFor({ ...stray, was: [sent(7)], promised: ['session 1'] })).currents).toEqual([['CP-1', 7]]);
    expect((await ordersFor(stray)).currents).toEqual([['CP-1', 8]]);
    expect((await ordersFor({ ...stray, states: [{ strayA: 32, defaultA: null }] })).currents).toEqual([['CP-1', 0]]);
  });

  test('rises no faster than the site may', async () => {
    const wattsPerA = 3 * 230;
    const ramp = (amperes: number) => ({ settings: { maxRampWPerMinute: amperes * wattsPerA } });
    const was = [sent(6), sent(6, { sessionId: 'session 2' })];
    const rising = { amperes: [16, 26], was };
    const currentsFor = async (given: Given) =>
      (await ordersFor(given)).currents.toSorted(byStation).map(([, current]) => current);
    expect(await currentsFor({ ...rising, ...ramp(30) })).toEqual([16, 26]);
    expect(await currentsFor({ ...rising, ...ramp(15) })).toEqual([11, 16]);
    // A car that was told nothing yet begins with nothing, and one that falls is not held back.
    expect(await currentsFor({ ...rising, was: [undefined, was[1]], ...ramp(18) })).toEqual([8, 16]);
    expect(await currentsFor({ ...rising, was: [sent(6, { sessionId: 'before' }), was[1]], ...ramp(18) })).toEqual([
      8, 16,
    ]);
    expect(await currentsFor({ amperes: [2, 26], was, ...ramp(10) })).toEqual([2, 16]);
  });

  test('answers to the frequency of the grid only where the site is to, and its frequency is known', async () => {
    const { orders } = await ordersFor({ was: [sent(20)], settings: { answersFrequency: true } });
    expect(orders).toHaveLength(1);
  });
});
