import { expect, test, vi } from 'vitest';
import type { EnergyPlan, EnergyStatus } from '../../src/contract/energy/energy-plan.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { SimulatedVehicle } from '../../src/simulator/vehicle.ts';
import { ProductProcess } from '../support/product-process.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
const token = 'ENERGY-BIA';
const limitA = 63;
const safeA = 6;
const minuteMs = 60_000;
const patience = { timeout: 120_000, interval: 100 };

test('kill -9 of the product while cars charge under a limit: stations fall to their safe default, and it goes on without a breach', async () => {
  await using sigec = await ProductProcess.start();
  await sigec.post('/api/tokens', { value: token });
  await sigec.post('/api/sites', { id: 'depot', name: 'Depot', timeZone: 'UTC', currency: 'EUR' });
  let highestA = 0;
  const stations: SimulatedStation[] = [];
  const sumAt = (moment: number) =>
    stations.reduce((sum, { profiles }) => sum + Math.min(32, profiles.limitA(1, new Date(moment)) ?? 32), 0);
  /** Nobody tells them anything then: what they hold keeps the limit at every moment to come, and ends in the safe default. */
  const highestSoon = () => {
    const now = Date.now();
    return Math.max(...Array.from({ length: 48 * 60 }, (_, minute) => sumAt(now + minute * minuteMs)));
  };
  const look = () => {
    if (stations.every(({ visits }) => visits.vehicleAt(1) !== undefined))
      highestA = Math.max(highestA, sumAt(Date.now()));
  };
  for (const [index, version] of versions.entries())
    stations.push(
      new SimulatedStation({
        id: `KE-${index + 1}`,
        version,
        url: sigec.ocppUrl,
        statusEverySeconds: 0,
        sampleEverySeconds: 2,
        backOff: { minimumSeconds: 0.2, randomSeconds: 0.3, doublings: 1 },
        onEvent: look,
      }),
    );
  for (const station of stations) station.start();
  try {
    await vi.waitFor(() => expect(stations.every(({ isOnline }) => isOnline)).toBe(true), patience);
    for (const { id } of stations) await sigec.put(`/api/sites/depot/stations/${id}`, {});
    const evses = stations.map(({ id }) => ({
      id: `${id}:1`,
      parentId: 'grid',
      kind: 'evse',
      evse: { stationId: id, evseId: 1 },
    }));
    const grid = { id: 'grid', parentId: null, kind: 'grid-connection', limitA };
    await sigec.put('/api/sites/depot/energy', { mode: 'control', tree: { nodes: [grid, ...evses] } });
    const currents = (moment = Date.now()) => stations.map(({ profiles }) => profiles.limitA(1, new Date(moment)));
    await expect.poll(() => currents(), patience).toEqual([safeA, safeA, safeA]);
    for (const station of stations) {
      station.visits.plugIn(1, new SimulatedVehicle({ capacityWh: 80_000, acW: 22_000, dcW: 100_000 }, 0.2));
      expect(await station.present({ evseId: 1, token, isBeforeCable: false })).toBe('started');
    }
    await expect.poll(() => sumAt(Date.now()), patience).toBeGreaterThan(limitA - 3);

    await sigec.kill('SIGKILL');
    await vi.waitFor(() => expect(stations.some(({ isOnline }) => isOnline)).toBe(false), patience);
    const killedAt = Date.now();
    expect(highestSoon()).toBeLessThanOrEqual(limitA + 0.05);
    expect(currents(killedAt + 16 * minuteMs)[2]).toBe(safeA); // 2.1 ends a plan by itself when it is offline
    expect(currents(killedAt + 48 * 60 * minuteMs)).toEqual([safeA, safeA, safeA]);

    await sigec.start();
    await vi.waitFor(() => expect(stations.every(({ isOnline }) => isOnline)).toBe(true), patience);
    const ready = () => sigec.get<EnergyPlan>('/api/sites/depot/energy/plan').then(({ cars }) => cars.length);
    await expect.poll(ready, patience).toBe(3);
    const worstCase = async () => {
      const { nodes } = await sigec.get<EnergyStatus>('/api/sites/depot/energy/status');
      return nodes.find(({ nodeId }) => nodeId === 'grid')?.isSafe;
    };
    await expect.poll(worstCase, patience).toBe(true); // once each station has answered what it holds
    await sigec.put('/api/sites/depot/energy/limits', { nodeId: 'grid', limitA: 30 });
    await expect.poll(() => sumAt(Date.now()), patience).toBeLessThanOrEqual(30.05);

    // And at whatever moment it comes, while currents rise and fall: some stations were told then, and others were not.
    for (const [round, afterMs] of [0, 700, 2_500].entries()) {
      const other = round % 2 === 0 ? limitA : 30;
      await sigec.put('/api/sites/depot/energy/limits', { nodeId: 'grid', limitA: other });
      await new Promise((wake) => setTimeout(wake, afterMs)); // chance decides what is under way by then
      await sigec.kill('SIGKILL');
      expect(highestSoon()).toBeLessThanOrEqual(limitA + 0.05);
      await sigec.start();
      await vi.waitFor(() => expect(stations.every(({ isOnline }) => isOnline)).toBe(true), patience);
      await expect.poll(ready, patience).toBe(3);
    }
    await expect.poll(() => sumAt(Date.now()), patience).toBeGreaterThan(limitA - 3);
    expect(highestSoon()).toBeLessThanOrEqual(limitA + 0.05);
    expect(highestA).toBeLessThanOrEqual(limitA + 0.05);
  } finally {
    await Promise.all(stations.map((station) => station.stop()));
  }
}, 400_000);
