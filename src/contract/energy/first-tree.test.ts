import { expect, test } from 'vitest';
import { firstTree, missingNodes } from './first-tree.ts';
import { siteTree } from './site-tree.ts';

const two = [
  { stationId: 'CP-1', evseIds: [1, 2] },
  { stationId: 'Pátio 2', evseIds: [1] },
];

test('a first tree has one limit and every EVSE below it', () => {
  const { nodes } = siteTree.parse(firstTree({ limit: { limitA: 63 }, stations: two, evse: { maxA: 16 } }));
  expect(nodes.map(({ id, parentId, limitA }) => [id, parentId, limitA])).toEqual([
    ['grid', null, 63],
    ['CP-1:1', 'grid', null],
    ['CP-1:2', 'grid', null],
    ['P-tio-2:1', 'grid', null],
  ]);
  expect(nodes[3]?.evse).toMatchObject({ stationId: 'Pátio 2', evseId: 1, maxA: 16, voltageV: 230 });
});

test('ids stay apart where stations differ only in characters that ids do not have', () => {
  const { nodes } = firstTree({
    limit: {},
    stations: [
      { stationId: 'a b', evseIds: [1] },
      { stationId: 'a+b', evseIds: [1] },
    ],
  });
  expect(nodes.map(({ id }) => id)).toEqual(['grid', 'a-b:1', 'a-b:1.2']);
});

test('only what the tree does not have yet is added', () => {
  const tree = siteTree.parse(firstTree({ limit: {}, stations: [{ stationId: 'CP-1', evseIds: [1] }] }));
  expect(missingNodes(tree, two).map(({ id }) => id)).toEqual(['CP-1:2', 'P-tio-2:1']);
});
