import { expect, test } from 'vitest';
import { siteTree } from '#contract/energy/site-tree.ts';
import { midnight } from '../testing/example-site.ts';
import { lowestTree, treeAt, withRoomFor } from './limits-over-time.ts';

const tree = siteTree.parse({
  nodes: [
    { id: 'grid', parentId: null, kind: 'grid-connection', limitA: [63, 40, 25], limitW: 40_000 },
    { id: 'panel', parentId: 'grid', kind: 'panel' },
  ],
});
const limit = (changes: object) => ({
  nodeId: 'grid',
  limitA: null,
  limitW: null,
  from: null,
  until: null,
  ...changes,
});
const iso = (moment: number) => new Date(moment).toISOString();
const rootOf = ({ nodes: [root] }: typeof tree) => root;

test('a limit for a while lowers each line that carries more, and raises none', () => {
  expect(rootOf(treeAt(tree, [limit({ limitA: 32 })], midnight))?.limitA).toEqual([32, 32, 25]);
  expect(rootOf(treeAt(tree, [limit({ limitA: 100, limitW: 90_000 })], midnight))).toMatchObject({
    limitA: [63, 40, 25],
    limitW: 40_000,
  });
  expect(rootOf(lowestTree(tree, [limit({ limitW: 10_000 })], midnight, midnight + 1))?.limitW).toBe(10_000);
});

test('the same limits make the same tree, so that what was computed of it is kept', () => {
  const limits = [limit({ limitA: 32, from: iso(midnight), until: iso(midnight + 10) })];
  expect(treeAt(tree, structuredClone(limits), midnight + 5)).toBe(treeAt(tree, limits, midnight));
  expect(lowestTree(tree, structuredClone(limits), midnight, midnight + 20)).toBe(
    lowestTree(tree, limits, midnight, midnight + 20),
  );
  expect(rootOf(treeAt(tree, limits, midnight + 10))?.limitA).toEqual([63, 40, 25]);
  expect(rootOf(treeAt(tree, [limit({ limitA: 20 })], midnight))?.limitA).toEqual([20, 20, 20]);
});

test('a node without a limit has one while it is limited', () => {
  const panel = treeAt(tree, [limit({ nodeId: 'panel', limitA: 16 })], midnight).nodes[1];
  expect(panel?.limitA).toEqual([16, 16, 16]);
});

test('a question may ask what a larger connection would bring', () => {
  const asked = [limit({ limitA: 50 })];
  expect(rootOf(treeAt(withRoomFor(tree, asked), asked, midnight))?.limitA).toEqual([50, 50, 50]);
  expect(withRoomFor(tree, asked).nodes[1]).toBe(tree.nodes[1]);
});
