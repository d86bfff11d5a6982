import { expect, test } from 'vitest';
import { carAt, inputs, stateOf } from '../testing/charging-site.ts';
import { exampleSite, hourMs, midnight } from '../testing/example-site.ts';
import { assembleProblem } from './assemble-problem.ts';
import type { EvseState, Hold } from './evse-state.ts';
import { emptyMemory, type MadePlan } from './site-memory.ts';
import { siteWarnings } from './warnings.ts';

type Given = {
  states?: EvseState[];
  mode?: 'control' | 'observe';
  limitA?: number;
  loadW?: number;
  fallbackReason?: string | null;
  isHeld?: boolean;
};

/** The codes of what an operator is told, with what stands in them. */
function told({
  states = [stateOf(1)],
  mode = 'control',
  limitA = 63,
  loadW = 0,
  fallbackReason = null,
  isHeld = false,
}: Given) {
  const tree = exampleSite({ limitA });
  const steps = [{ from: midnight, value: loadW }];
  const given = loadW === 0 ? [] : [{ nodeId: 'grid', limitW: steps, costW: steps }];
  const site = { ...inputs, settings: { ...inputs.settings, mode, tree }, cars: [carAt(1)], given } as typeof inputs;
  const memory = emptyMemory('site');
  for (const state of states) memory.evses.set(state.nodeId, state);
  const made = {
    inputs: site,
    assembled: assembleProblem(site, states, midnight),
    outcome: { fallbackReason },
    madeAt: midnight,
  };
  return siteWarnings(made as unknown as MadePlan, memory, { isHeld }).map(({ code, values }) => ({ code, ...values }));
}

const calm = { holds: [] };

test('nothing is told of a site where all is well', () => {
  expect(told({ states: [stateOf(1, calm)] })).toEqual([]);
});

test('a plan is held by the kill switch only where it would be sent', () => {
  expect(told({ states: [stateOf(1, calm)], isHeld: true })).toEqual([{ code: 'plan-held-by-kill-switch' }]);
  expect(told({ states: [stateOf(1, calm)], isHeld: true, mode: 'observe' })).toEqual([]);
});

test('why a plan was made without the solver is told', () => {
  expect(told({ states: [stateOf(1, calm)], fallbackReason: 'away' })).toEqual([
    { code: 'plan-without-solver', reason: 'away' },
  ]);
});

test('a station that is away is told with the most that it may draw', () => {
  const away = stateOf(1, { isOnline: false, defaultA: 6.04 });
  expect(told({ states: [away] })).toEqual([{ code: 'station-out-of-reach', stationId: 'CP-1', possibleA: 20 }]);
  expect(told({ states: [away], mode: 'observe' })).toHaveLength(1);
});

test('a station without a default is told where we control', () => {
  const unprepared = stateOf(1, { ...calm, defaultA: null });
  expect(told({ states: [unprepared] })).toMatchObject([{ code: 'station-not-prepared', possibleA: 32 }]);
  expect(told({ states: [unprepared], mode: 'observe' })).toEqual([]);
});

test('a profile of others is told where it lets cars draw more than they shall', () => {
  const foreign = (amperes: number): Hold => ({
    ...{ steps: [{ from: midnight, amperes }], until: midnight + hourMs, phases: 3, foreign: { chargingProfileId: 7 } },
  });
  const withHold = (amperes: number, defaultA: number | null = 10) =>
    told({ states: [stateOf(1, { holds: [foreign(amperes)], defaultA })] });
  expect(withHold(16)).toEqual([{ code: 'station-foreign-profile', stationId: 'CP-1', possibleA: 16 }]);
  expect(withHold(10)).toEqual([]);
  expect(told({ states: [stateOf(1)] })).toEqual([]);
});

test('a node is told that cannot be kept safe, with the worst that may come', () => {
  const wild = [1, 2, 3].map((number) => stateOf(number, { holds: [], defaultA: 30 }));
  const unsafe = told({ states: wild });
  expect(unsafe).toEqual([{ code: 'node-not-safe', node: 'grid', worst: '90 A', limit: '63 A' }]);
  expect(told({ states: wild, mode: 'observe' })).toEqual([]);
  expect(told({ states: wild.slice(0, 2) })).toEqual([]);
});

test('a load that breaks the limit without any car is told', () => {
  const state = [stateOf(1, { holds: [], defaultA: 0 })];
  const codes = (loadW: number) => told({ states: state, loadW, mode: 'observe' }).map(({ code }) => code);
  expect([codes(10_000), codes(60_000)]).toEqual([[], ['limit-below-load']]);
});
