import { type SiteTree, siteTree } from '../../../src/contract/energy/site-tree.ts';

const rotations = ['RST', 'STR', 'TRS'] as const;
const perPanel = 10;
const panelsPerFeeder = 5;

/** A connection, feeders of fifty and panels of ten stations, phases rotated, every fourth station on one phase. */
export function siteOfMany(
  count: number,
  { safetyMarginPercent, perStationA }: { safetyMarginPercent: number; perStationA: number },
): SiteTree {
  const panels = Math.ceil(count / perPanel);
  const feeders = Math.ceil(panels / panelsPerFeeder);
  return siteTree.parse({
    nodes: [
      { id: 'grid', parentId: null, kind: 'grid-connection', limitA: count * perStationA, safetyMarginPercent },
      ...Array.from({ length: feeders }, (_, index) => ({
        id: `F${index}`,
        parentId: 'grid',
        kind: 'feeder',
        limitA: Math.min(count, perPanel * panelsPerFeeder) * (perStationA + 0.5),
        safetyMarginPercent,
      })),
      ...Array.from({ length: panels }, (_, index) => ({
        id: `P${index}`,
        parentId: `F${Math.floor(index / panelsPerFeeder)}`,
        kind: 'panel',
        limitA: [80, 80, index % 3 === 0 ? 63 : 80],
        safetyMarginPercent,
      })),
      ...Array.from({ length: count }, (_, index) => ({
        id: `S${index}`,
        parentId: `P${Math.floor(index / perPanel)}`,
        kind: 'evse',
        evse: {
          stationId: `S${index}`,
          evseId: 1,
          connection: index % 4 === 3 ? 'single-phase' : index % 10 === 5 ? 'direct-current' : 'three-phase',
          phaseRotation: rotations[index % 3],
        },
      })),
    ],
  });
}
