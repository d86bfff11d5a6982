import { expect, test, vi } from 'vitest';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { SimulatedVehicle } from '../../src/simulator/vehicle.ts';
import { ThreeNodes } from './three-nodes.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
const token = 'ENERGY-TRIO';
const limitA = 80;
const safeA = 6;
const patience = { timeout: 120_000, interval: 100 };
/** The node that plans looks at its sites every few minutes by itself: what is done sooner, another node has told it. */
const soon = { timeout: 40_000, interval: 100 };

test('one of three nodes plans for a site whose stations and people are at all of them, and hears at once what happens there', async () => {
  await using three = await ThreeNodes.start();
  const first = three.at(0);
  await first.post('/api/tokens', { value: token });
  await first.post('/api/sites', { id: 'depot', name: 'Depot', timeZone: 'UTC', currency: 'EUR' });
  const stations = versions.map(
    (version, place) =>
      new SimulatedStation({
        id: `EN-${place + 1}`,
        version,
        url: `ws://127.0.0.1:${three.at(place).ports.ocpp}`,
        statusEverySeconds: 0,
        sampleEverySeconds: 2,
        backOff: { minimumSeconds: 0.2, randomSeconds: 0.3, doublings: 1 },
      }),
  );
  const currents = () => stations.map(({ profiles }) => Math.min(32, profiles.limitA(1, new Date()) ?? 32));
  const sumA = () => currents().reduce((sum, amperes) => sum + amperes, 0);
  for (const station of stations) station.start();
  try {
    await vi.waitFor(() => expect(stations.every(({ isOnline }) => isOnline)).toBe(true), patience);
    for (const { id } of stations) await first.put(`/api/sites/depot/stations/${id}`, {});
    const grid = { id: 'grid', parentId: null, kind: 'grid-connection', limitA };
    const evses = stations.map(({ id }) => ({
      id: `${id}:1`,
      parentId: 'grid',
      kind: 'evse',
      evse: { stationId: id, evseId: 1 },
    }));
    await first.put('/api/sites/depot/energy', { mode: 'control', tree: { nodes: [grid, ...evses] } });
    await expect.poll(currents, patience).toEqual([safeA, safeA, safeA]);

    for (const [place, station] of stations.entries()) {
      station.visits.plugIn(1, new SimulatedVehicle({ capacityWh: 80_000, acW: 22_000, dcW: 100_000 }, 0.2));
      expect(await station.present({ evseId: 1, token, isBeforeCable: false })).toBe('started');
      await expect.poll(() => currents()[place], soon).toBeGreaterThan(safeA + 4);
      expect(sumA()).toBeLessThanOrEqual(limitA + 0.05);
    }
    for (const [place, lowerA] of [60, 50, 40].entries()) {
      await three.at(place).put('/api/sites/depot/energy/limits', { nodeId: 'grid', limitA: lowerA });
      await expect.poll(sumA, soon).toBeLessThanOrEqual(lowerA + 0.05);
    }
  } finally {
    await Promise.all(stations.map((station) => station.stop()));
  }
}, 600_000);
