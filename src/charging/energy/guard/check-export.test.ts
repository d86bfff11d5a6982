import { expect, test } from 'vitest';
import { exampleSite, hourMs, midnight } from '../testing/example-site.ts';
import { checkExport } from './check-export.ts';

const { nodes } = exampleSite({ limitA: 63 });
const tree = { nodes: nodes.map((node) => (node.id === 'grid' ? { ...node, exportLimitW: 5_000 } : node)) };
const planOf = (amperes: number) => ({
  madeAt: midnight,
  slots: [{ from: midnight, to: midnight + hourMs, hours: 1 }],
  vehicles: [{ id: 'car-1', evseNodeId: 'CP-1:1', phases: 3 as const, currentsA: [amperes], shortWh: 0 }],
  batteryW: [],
  madeBy: 'solver' as const,
});
const given = (watts: number) => {
  const steps = [{ from: 0, value: watts }];
  return [{ nodeId: 'grid', limitW: steps, costW: steps }];
};

test('a plan that feeds back more than the connection may give is found', () => {
  expect(checkExport(planOf(-10), { tree, given: [], battery: null })).toEqual([
    { nodeId: 'grid', line: null, slot: 0, amount: 6_900, limit: 5_000 },
  ]);
  expect(checkExport(planOf(-7), { tree, given: [], battery: null })).toEqual([]);
});

test('what the building takes is not exported, and sun alone is not the fault of the plan', () => {
  expect(checkExport(planOf(-10), { tree, given: given(2_000), battery: null })).toEqual([]);
  expect(checkExport(planOf(0), { tree, given: given(-9_000), battery: null })).toEqual([]);
  expect(checkExport(planOf(-1), { tree, given: given(-9_000), battery: null })).toHaveLength(1);
});
