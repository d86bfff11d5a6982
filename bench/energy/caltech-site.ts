import { type SiteTree, siteTree } from '../../src/contract/energy/site-tree.ts';

export const voltageV = 208;

const range = (...numbers: number[]) => numbers.map((number) => `CA-${number}`);
const clipperPod = range(322, 493, 496, 320, 495, 321, 323, 494);
const aeroPod = range(324, 325, 326, 327, 489, 490, 491, 492);
const lines = {
  RST: range(308, 508, 303, 513, 310, 506, 316, 500, 318, 498),
  STR: range(304, 512, 305, 511, 313, 503, 311, 505, 317, 499, 148, 149, 212, 213),
  TRS: range(307, 509, 309, 507, 306, 510, 315, 501, 319, 497, 312, 504, 314, 502),
} as const;

const aeroPilots = Array.from({ length: 27 }, (_, index) => index + 6);

/** The garage of Caltech: 54 EVSEs between two lines of 208 V, two pods, a delta-wye transformer of the given capacity. */
export function caltechSite(capacityKw: number, { isQuantised = false } = {}): SiteTree {
  const evse = (stationId: string, parentId: string, phaseRotation: 'RST' | 'STR' | 'TRS') => ({
    id: stationId,
    parentId,
    kind: 'evse' as const,
    evse: {
      stationId,
      evseId: 1,
      connection: 'line-to-line' as const,
      phaseRotation,
      voltageV,
      maxA: 32,
      minA: isQuantised ? (parentId === 'clipper-pod' ? 8 : 6) : 0,
      pilotsA: isQuantised ? (parentId === 'clipper-pod' ? [8, 16, 24, 32] : aeroPilots) : null,
    },
  });
  const rated = (volts: number) => (capacityKw * 1000) / 3 / volts;
  return siteTree.parse({
    nodes: [
      { id: 'grid', parentId: null, kind: 'grid-connection', limitA: rated(277), deltaWyeRatio: 4 },
      { id: 'secondary', parentId: 'grid', kind: 'feeder', limitA: rated(120) },
      { id: 'clipper-pod', parentId: 'secondary', kind: 'panel', limitA: 80 },
      { id: 'aero-pod', parentId: 'secondary', kind: 'panel', limitA: 80 },
      ...lines.RST.map((id) => evse(id, 'secondary', 'RST')),
      ...clipperPod.map((id) => evse(id, 'clipper-pod', 'RST')),
      ...aeroPod.map((id) => evse(id, 'aero-pod', 'RST')),
      ...lines.STR.map((id) => evse(id, 'secondary', 'STR')),
      ...lines.TRS.map((id) => evse(id, 'secondary', 'TRS')),
    ],
  });
}
