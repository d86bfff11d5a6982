import fc from 'fast-check';
import { expect, test } from 'vitest';
import { siteTree } from '#contract/energy/site-tree.ts';
import { scale } from '../../../../test/support/scale.ts';
import { exampleSite } from '../testing/example-site.ts';
import { chordsOver } from './chords.ts';
import { LineLoads } from './line-loads.ts';
import { buildSiteNetwork } from './site-network.ts';

const runs = scale({ test: 300, soak: 20_000 });

test('a single-phase car loads the line that its station has on its first terminal', () => {
  const network = buildSiteNetwork(exampleSite({ limitA: 63 }));
  const lineOf = (evseNodeId: string) =>
    network.sharesOf({ evseNodeId, phases: 1 }).map(({ row }) => network.rows[row]?.line);
  expect(['CP-1:1', 'CP-2:1', 'CP-3:1'].map(lineOf)).toEqual([[1], [2], [3]]);
});

test('the safety margin is taken off the limit', () => {
  const { rows } = buildSiteNetwork(exampleSite({ limitA: 100, marginPercent: 10 }));
  expect(rows.map(({ limit }) => limit)).toEqual([90, 90, 90]);
});

test('above a delta-wye transformer a load between two lines reaches all three', () => {
  const tree = siteTree.parse({
    nodes: [
      { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 50, deltaWyeRatio: 4 },
      { id: 'e', parentId: 'grid', kind: 'evse', evse: { stationId: 'S', evseId: 1, connection: 'line-to-line' } },
    ],
  });
  const shares = buildSiteNetwork(tree).sharesOf({ evseNodeId: 'e', phases: 1 });
  // The load AB alone: I2a = AB/4, I2b = -2 AB/4, I2c = AB/4.
  expect(shares.map(({ re, im }) => Math.round(Math.hypot(re, im) * 1e9) / 1e9)).toEqual([0.25, 0.5, 0.25]);
});

const direction = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
const amperes = fc.double({ min: 0, max: 50, noNaN: true });

test('what keeps to the chords keeps to the circle', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(direction, amperes), { minLength: 1, maxLength: 6 }), (loads) => {
      const phasors = loads.map(([angle, length]) => ({ re: Math.cos(angle), im: Math.sin(angle), length }));
      const chords = chordsOver(phasors, { canReverse: false });
      const [re, im] = [
        phasors.reduce((sum, each) => sum + each.re * each.length, 0),
        phasors.reduce((sum, each) => sum + each.im * each.length, 0),
      ];
      const tightest = Math.max(...chords.map(({ along, part }) => (along.re * re + along.im * im) / part));
      const length = Math.hypot(re, im);
      expect(length).toBeLessThanOrEqual(Math.max(tightest, 0) * (1 + 1e-9) + 1e-6);
      expect(tightest).toBeLessThanOrEqual(length * 1.0007 + 1e-6); // and little of the circle is lost
    }),
    { numRuns: runs },
  );
});

test('the room for a load is exact: with it the limit is reached, with a little more it is passed', () => {
  const tree = exampleSite({ limitA: 40, evses: 6 });
  const network = buildSiteNetwork(tree);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 12, noNaN: true }), { minLength: 5, maxLength: 5 }), (currents) => {
      const loads = new LineLoads(network.rows);
      for (const [index, units] of currents.entries())
        loads.add(network.sharesOf({ evseNodeId: `CP-${index + 1}:1`, phases: 1 }), units);
      const shares = network.sharesOf({ evseNodeId: 'CP-6:1', phases: 3 });
      const { units } = loads.roomFor(shares, 1000);
      loads.add(shares, units);
      expect(loads.worstOverload().over).toBeCloseTo(0, 6);
      loads.add(shares, 0.01);
      expect(loads.worstOverload().over).toBeGreaterThan(0.005);
    }),
    { numRuns: runs },
  );
});
