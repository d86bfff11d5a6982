import { expect, test } from 'vitest';
import { siteTree } from '#contract/energy/site-tree.ts';
import { siteLimits } from './station-limits.ts';

const evse = (evseId: number, changes: object = {}) => ({
  id: `A:${evseId}`,
  parentId: 'post',
  kind: 'evse',
  evse: { stationId: 'A', evseId, ...changes },
});
const treeOf = (...evses: ReturnType<typeof evse>[]) =>
  siteTree.parse({
    nodes: [
      { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63 },
      { id: 'post', parentId: 'grid', kind: 'panel' },
      ...evses,
    ],
  });
const setAt = '2026-03-01T08:00:00.000Z';
const limited = (evseId: number, changes: object = {}, periods = [{ startSeconds: 0, limit: 16 }]) => ({
  evseId,
  source: 'EMS',
  isLocalGeneration: null,
  setAt,
  schedules: [{ unit: 'A' as const, periods, ...changes }],
});

test('a limit of an EVSE holds at its node, period by period, from when it was told', () => {
  const periods = [
    { startSeconds: 0, limit: 16 },
    { startSeconds: 3_600, limit: 8 },
  ];
  const limits = siteLimits(treeOf(evse(1)), 'A', limited(1, { durationSeconds: 7_200 }, periods));
  const [begins, changes, ends] = ['08', '09', '10'].map((hour) => `2026-03-01T${hour}:00:00.000Z`);
  expect(limits).toMatchObject([
    { nodeId: 'A:1', limitA: 16, from: begins, until: changes, source: 'station', setBy: 'EMS' },
    { nodeId: 'A:1', limitA: 8, from: changes, until: ends },
  ]);
});

test('a limit of a whole station holds at the node above its EVSEs, or where none is drawn at each of them', () => {
  const nodesOf = (...evses: Parameters<typeof treeOf>) =>
    siteLimits(treeOf(...evses), 'A', limited(0)).map(({ nodeId }) => nodeId);
  expect(nodesOf(evse(1), evse(2))).toEqual(['post']);
  expect(nodesOf(evse(1))).toEqual(['A:1']);
  const other = { ...evse(1, { stationId: 'B' }), id: 'B:1' };
  expect(nodesOf(evse(1), evse(2), other)).toEqual(['A:1', 'A:2']);
});

test('watts of a direct-current station count with what is lost on the way, and energy made on site takes nothing away', () => {
  const tree = treeOf(evse(1, { connection: 'direct-current', maxA: 93 }));
  const [limit] = siteLimits(tree, 'A', limited(1, { unit: 'W' }, [{ startSeconds: 0, limit: 47_000 }]));
  expect(limit?.limitW).toBeCloseTo(50_000);
  expect(siteLimits(tree, 'A', { ...limited(1), isLocalGeneration: true })).toEqual([]);
});
