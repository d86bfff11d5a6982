import { expect, test } from 'vitest';
import { siteTree } from './site-tree.ts';

const grid = { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63 };
const evse = { id: 'e1', parentId: 'grid', kind: 'evse', evse: { stationId: 'CP-1', evseId: 1 } };

const faultsOf = (nodes: object[]) => siteTree.safeParse({ nodes }).error?.issues.map(({ message }) => message) ?? [];

test('a connection of 63 A with an EVSE is a site', () => {
  expect(faultsOf([grid, evse])).toEqual([]);
});

test('a line that is not connected has a limit of zero', () => {
  expect(faultsOf([{ ...grid, limitA: [25, 0, 0] }, evse])).toEqual([]);
});

test.each([
  ['a negative limit', [{ ...grid, limitA: -5 }, evse], /not be below zero; leave the limit out/],
  ['two roots', [grid, { ...grid, id: 'other' }], /one node without a parent.*there are 2/],
  ['a parent that does not exist', [grid, { ...evse, parentId: 'panel' }], /e1: there is no node panel/],
  ['two nodes with one id', [grid, evse, evse], /an id of their own/],
  ['an EVSE named twice', [grid, evse, { ...evse, id: 'e2' }], /each EVSE of a station once/],
  ['an EVSE that feeds another', [grid, evse, { ...evse, id: 'e2', parentId: 'e1' }], /feeds no other node/],
  [
    'a ring',
    [grid, { id: 'a', parentId: 'b', kind: 'panel' }, { id: 'b', parentId: 'a', kind: 'panel' }],
    /must not be fed by itself/,
  ],
  [
    'a minimum above the maximum',
    [grid, { ...evse, evse: { ...evse.evse, minA: 20, maxA: 16 } }],
    /minA must not be above maxA/,
  ],
])('%s is refused with a sentence', (_, nodes, sentence) => {
  expect(faultsOf(nodes).join('\n')).toMatch(sentence);
});
