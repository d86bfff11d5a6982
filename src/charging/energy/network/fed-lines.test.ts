import { expect, test } from 'vitest';
import { type SiteNode, siteTree } from '#contract/energy/site-tree.ts';
import { sumsAt } from '../guard/node-sums.ts';
import { buildSiteNetwork } from './site-network.ts';

const building = { id: 'house', parentId: 'grid', kind: 'panel' };

/** What 9,200 W of a building are on each line of the connection: by the planner, and by the guard. */
function currents(limitA: SiteNode['limitA'], ...evses: object[]): number[] {
  const tree = siteTree.parse({
    nodes: [
      { id: 'grid', parentId: null, kind: 'grid-connection', limitA },
      building,
      ...evses.map((evse, index) => ({
        id: `E${index}`,
        parentId: 'grid',
        kind: 'evse',
        evse: { stationId: `S${index}`, evseId: 1, ...evse },
      })),
    ],
  });
  const { rows, evenSharesOf } = buildSiteNetwork(tree);
  const planned = [0, 0, 0];
  for (const { row, re, im } of evenSharesOf('house'))
    planned[(rows[row]?.line ?? 1) - 1] = Math.round(9_200 * Math.hypot(re, im) * 10) / 10;
  const { lines } = sumsAt(tree, [], [{ nodeId: 'house', watts: 9_200 }]).get('grid') ?? {};
  expect(lines?.map(([re, im]) => Math.round(Math.hypot(re, im) * 10) / 10)).toEqual(planned);
  return planned;
}

const single = { connection: 'single-phase' };

test.each([
  ['three lines', 63, [{}], [13.3, 13.3, 13.3]],
  ['one line, since two are not connected', [40, 0, 0], [single], [40, 0, 0]],
  ['one line, since all that charges hangs there', 40, [single, single], [40, 0, 0]],
  ['three lines, since each has its limit', [40, 40, 40], [single], [13.3, 13.3, 13.3]],
  [
    'three lines, since stations hang on several',
    40,
    [single, { ...single, phaseRotation: 'STR' }],
    [13.3, 13.3, 13.3],
  ],
  ['two hot lines of a house', 100, [{ connection: 'line-to-line', voltageV: 230 }], [40, 40, 0]],
  ['two lines of three', [100, 100, 0], [single], [20, 20, 0]],
  ['lines of 120 V, where no station stands', 63, [{ voltageV: 120 }], [25.6, 25.6, 25.6]],
] as const)('a building hangs on %s', (_what, limitA, evses, expected) => {
  expect(currents(limitA as SiteNode['limitA'], ...evses)).toEqual(expected);
});
