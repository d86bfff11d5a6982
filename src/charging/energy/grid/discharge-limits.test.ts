import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { type StoredSiteEnergy, siteEnergy } from '#contract/energy/site-energy.ts';
import { exampleSite, hourMs, midnight } from '../testing/example-site.ts';
import { dischargeLimits, exportLimitAt } from './discharge-limits.ts';
import { openDerDispatch } from './dispatch-der.ts';

const limit = (exportLimitW: number, from: number | null, until: number | null) => ({
  nodeId: 'grid',
  limitA: null,
  limitW: null,
  exportLimitW,
  from: from === null ? null : new Date(from).toISOString(),
  until: until === null ? null : new Date(until).toISOString(),
  why: null,
});
const siteWith = (exportLimitW: number | null) => {
  const { nodes } = exampleSite();
  return { nodes: nodes.map((node) => (node.parentId === null ? { ...node, exportLimitW } : node)) };
};

test('the lowest limit that holds counts', () => {
  const limits = [limit(9_000, null, midnight + hourMs), limit(4_000, midnight + hourMs, null)];
  expect(exportLimitAt(siteWith(10_000), limits, midnight)).toBe(9_000);
  expect(exportLimitAt(siteWith(3_000), limits, midnight)).toBe(3_000);
  expect(exportLimitAt(siteWith(null), limits, midnight + 2 * hourMs)).toBe(4_000);
  expect(exportLimitAt(siteWith(null), [], midnight)).toBeNull();
});

test('stations share what the site may give, and never more', () => {
  const evses = [
    { stationId: 'A', maxDischargeW: 22_000 },
    { stationId: 'B', maxDischargeW: 11_000 },
  ];
  const shares = dischargeLimits(10_000, evses);
  expect(shares).toEqual([
    { stationId: 'A', percent: 30.3 },
    { stationId: 'B', percent: 30.3 },
  ]);
  expect((22_000 + 11_000) * 0.303).toBeLessThanOrEqual(10_000);
  expect(dischargeLimits(0, evses).map(({ percent }) => percent)).toEqual([0, 0]);
  expect(dischargeLimits(null, evses).map(({ percent }) => percent)).toEqual([100, 100]);
});

test('only stations that can are told, once for each change, and again what did not arrive', async () => {
  const settings = siteEnergy.parse({ mode: 'control', allowsDischarge: true, tree: siteWith(0) });
  const stored: StoredSiteEnergy = { ...settings, siteId: 'GARAGE', version: 1, changedAt: '', changedBy: '' };
  const told: [string, unknown][] = [];
  let isLost = true;
  const dispatch = openDerDispatch({
    clock: { now: () => new Date(midnight) },
    log: silentLog,
    get: () => Promise.resolve(stored),
    limits: () => Promise.resolve([]),
    versionOf: (stationId) => (stationId === 'CP-3' ? '1.6' : '2.1'),
    takesControls: (stationId) => Promise.resolve(stationId !== 'CP-2'),
    runCommand({ stationId, input }) {
      told.push([stationId, input['maxDischarge']]);
      const status = isLost ? 'no-answer' : 'accepted';
      return Promise.resolve({ outcome: { status } } as never);
    },
    isKillSwitchOn: () => false,
  });
  expect(await dispatch.dispatch('GARAGE')).toBe(0);
  isLost = false;
  expect(await dispatch.dispatch('GARAGE')).toBe(1);
  expect(await dispatch.dispatch('GARAGE')).toBe(0);
  expect(told).toEqual([
    ['CP-1', { percent: 0 }],
    ['CP-1', { percent: 0 }],
  ]);
});
