import { expect, test } from 'vitest';
import { siteMeter } from '#contract/energy/site-energy.ts';
import { siteTree } from '#contract/energy/site-tree.ts';
import { busiestLineW } from './busiest-line.ts';
import type { CountedMeter } from './count-meter.ts';

const tree = siteTree.parse({
  nodes: [
    { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63 },
    { id: 'e1', parentId: 'grid', kind: 'evse', evse: { stationId: 'CP-1', evseId: 1, phaseRotation: 'STR' } },
  ],
});

function counted(kind: string, powerW: number, lineA: number[] | null, isSilent = false): CountedMeter {
  const meter = siteMeter.parse({ id: kind, nodeId: 'grid', kind, source: { kind: 'push' } });
  const latest = { meterId: kind, readAt: new Date(), powerW, lineA, storedPercent: null };
  return { meter, latest, isSilent, countsW: powerW };
}

const of = (meter: CountedMeter, others: CountedMeter[] = [], cars: Parameters<typeof busiestLineW>[1]['cars'] = []) =>
  busiestLineW(meter, { tree, meters: [meter, ...others], cars });

test('a building with 30 A on one line counts as 30 A on all of them', () => {
  expect(of(counted('load', 7_820, [30, 2, 2]))).toBe(30 * 690);
});

test('what a grid meter sees on a line besides the car there and the building is the rest', () => {
  const load = counted('load', 6_900, null); // 10 A on each line
  const cars = [{ nodeId: 'e1', phases: 1 as const, measuredA: 16 }]; // on L2
  expect(of(counted('grid', 12_000, [12, 40, 11]), [load], cars)).toBe(14 * 690);
});

test.each([
  ['is silent', counted('load', 7_820, [30, 2, 2], true)],
  ['tells no lines', counted('load', 7_820, null)],
  ['gives more than it takes, and tells amounts alone', counted('grid', -5_000, [10, 3, 3])],
  ['measures the sun', counted('pv', 5_000, [7, 7, 7])],
])('a meter that %s says nothing of lines', (_, meter) => {
  expect(of(meter)).toBeNull();
});
