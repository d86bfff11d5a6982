import { expect, test } from 'vitest';
import { siteEnergy } from '#contract/energy/site-energy.ts';
import { evseNode, freeEvses, panelNode, possibleParents, simpleTree, treeRows, withoutNode } from './site-drawing.ts';

const stations = [
  { stationId: 'CP-1', evseIds: [1, 2] },
  { stationId: 'Garage left', evseIds: [1] },
];
const simple = simpleTree({ limitA: 63, maxA: 32, connection: 'three-phase', name: 'Grid', stations });
const withPanel = [...simple, panelNode(simple, { parentId: 'grid', kind: 'panel', name: 'Level 2' })].map((node) =>
  node.id === 'CP-1:2' ? { ...node, parentId: 'panel-1' } : node,
);

test('a simple site is one limit with every EVSE below it, and the contract takes it', () => {
  expect(simple.map(({ id, parentId, limitA }) => ({ id, parentId, limitA }))).toEqual([
    { id: 'grid', parentId: null, limitA: 63 },
    { id: 'CP-1:1', parentId: 'grid', limitA: null },
    { id: 'CP-1:2', parentId: 'grid', limitA: null },
    { id: 'Garage-left:1', parentId: 'grid', limitA: null },
  ]);
  expect(siteEnergy.safeParse({ tree: { nodes: simple } }).success).toBe(true);
});

test('stations whose names differ in a sign alone get ids of their own', () => {
  const first = evseNode(simple, { parentId: 'grid', stationId: 'Garage@left', evseId: 1 });
  expect(first.id).toBe('Garage-left:1-2');
});

test('the tree is read from the grid downwards', () => {
  expect(treeRows(withPanel).map(({ node, depth, childCount }) => [node.id, depth, childCount])).toEqual([
    ['grid', 0, 3],
    ['CP-1:1', 1, 0],
    ['Garage-left:1', 1, 0],
    ['panel-1', 1, 1],
    ['CP-1:2', 2, 0],
  ]);
});

test('a node can be fed by anything but an EVSE and what lies below itself', () => {
  expect(possibleParents(withPanel, 'CP-1:1').map(({ id }) => id)).toEqual(['grid', 'panel-1']);
  expect(possibleParents(withPanel, 'panel-1').map(({ id }) => id)).toEqual(['grid']);
});

test('what a panel fed and measured goes to its parent when the panel goes', () => {
  const settings = siteEnergy.parse({
    tree: { nodes: withPanel },
    meters: [{ id: 'lift', nodeId: 'panel-1', kind: 'load', source: { kind: 'push' } }],
  });
  const left = withoutNode(settings, 'panel-1');
  expect(left.tree.nodes.find(({ id }) => id === 'CP-1:2')?.parentId).toBe('grid');
  expect(left.meters[0]?.nodeId).toBe('grid');
  expect(siteEnergy.safeParse(left).success).toBe(true);
  expect(withoutNode(settings, 'grid')).toBe(settings); // the connection stays
});

test('EVSEs that stand at the site and in no node can still be drawn', () => {
  expect(freeEvses(withPanel, [...stations, { stationId: 'CP-9', evseIds: [1] }])).toEqual([
    { stationId: 'CP-9', evseId: 1 },
  ]);
});
