import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EnergyPlan, EnergyStatus } from '../../src/contract/energy/energy-plan.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { SimulatedVehicle } from '../../src/simulator/vehicle.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

const versions = ['1.6', '2.0.1', '2.1'] as const satisfies OcppVersion[];
const token = 'ENERGY-ANA';
const patience = { timeout: 90_000, interval: 100 };

let sigec: TestSigec;
let stations: SimulatedStation[];
/** The most that all cars may draw together, looked at whenever a station has answered something. */
let highestA = 0;

/** What the car at a station may draw: by its profiles, or all that its wiring gives. */
const allowedA = (station: SimulatedStation) =>
  station.visits.vehicleAt(1) === undefined ? 0 : Math.min(32, station.profiles.limitA(1, new Date()) ?? 32);
const sumA = () => stations.reduce((sum, station) => sum + allowedA(station), 0);
const look = () => {
  highestA = Math.max(highestA, sumA());
};

const evse = (number: number) => ({
  id: `EN-${number}:1`,
  parentId: 'grid',
  kind: 'evse',
  evse: { stationId: `EN-${number}`, evseId: 1 },
});
const settings = (changes: object = {}) => ({
  mode: 'control',
  tree: {
    nodes: [{ id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63 }, evse(1), evse(2), evse(3)],
  },
  ...changes,
});

const planOf = () => sigec.api.get<EnergyPlan>('/api/sites/depot/energy/plan');
const statusOf = () => sigec.api.get<EnergyStatus>('/api/sites/depot/energy/status');
const car = () => new SimulatedVehicle({ capacityWh: 80_000, acW: 22_000, dcW: 100_000 }, 0.2);

async function plugIn(station: SimulatedStation): Promise<void> {
  station.visits.plugIn(1, car());
  expect(await station.present({ evseId: 1, token, isBeforeCable: false })).toBe('started');
}

beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await sigec.api.post('/api/tokens', { value: token });
  await sigec.api.post('/api/sites', { id: 'depot', name: 'Depot', timeZone: 'UTC', currency: 'EUR' });
  stations = versions.map(
    (version, index) =>
      new SimulatedStation({
        id: `EN-${index + 1}`,
        version,
        url: sigec.addresses.ocpp.slice(0, -1),
        statusEverySeconds: 0,
        sampleEverySeconds: 1,
        backOff: { minimumSeconds: 0.1, randomSeconds: 0.1, doublings: 1 },
        onEvent: look,
      }),
  );
  for (const station of stations) station.start();
  await vi.waitFor(() => expect(stations.every(({ isOnline }) => isOnline)).toBe(true), patience);
  for (const { id } of stations) await sigec.api.put(`/api/sites/depot/stations/${id}`, {});
  await sigec.api.put('/api/sites/depot/energy', settings());
});

afterAll(async () => {
  await Promise.all(stations.map((station) => station.stop()));
  await sigec[Symbol.asyncDispose]();
});

test('safe defaults are installed before a car comes: all together stay below the limit without us', async () => {
  await expect.poll(() => stations.map(({ profiles }) => profiles.limitA(1, new Date())), patience).toEqual([6, 6, 6]);
  const status = await statusOf();
  expect(status.nodes.find(({ nodeId }) => nodeId === 'grid')).toMatchObject({ worstCaseA: 18, isSafe: true });
});

const worstA = async () => (await statusOf()).nodes.find(({ nodeId }) => nodeId === 'grid')?.worstCaseA;
const command = (stationId: string, name: string, input: object) =>
  sigec.api.post(`/api/stations/${stationId}/commands/${name}`, { input });
const defaults = () => stations.map(({ profiles }) => profiles.limitA(1, new Date()));

test('whoever clears all profiles of a station clears its safe default: it counts whole at once, and is told again', async () => {
  for (const { id } of stations) {
    await command(id, 'clear-charging-profiles', {});
    expect(await worstA()).toBeGreaterThanOrEqual(32 + 6 + 6);
  }
  await expect.poll(defaults, patience).toEqual([6, 6, 6]);
  await expect.poll(worstA, patience).toBe(18);
});

test('a default of others that outweighs ours counts at once, and is dropped', async () => {
  const period = { startSeconds: 0, limit: 32 };
  const above = { evseId: 1, purpose: 'tx-default-profile', stackLevel: 1, unit: 'A', periods: [period] };
  for (const { id } of stations) {
    await command(id, 'set-charging-profile', { ...above, startsAt: new Date().toISOString() });
    expect(await worstA()).toBeGreaterThanOrEqual(32 + 6 + 6);
  }
  await expect.poll(defaults, patience).toEqual([6, 6, 6]);
  await expect.poll(worstA, patience).toBe(18);
});

test('a lower default of others is somebody’s wish, and stays', async () => {
  const period = { startSeconds: 0, limit: 5 };
  const below = { evseId: 1, purpose: 'tx-default-profile', stackLevel: 1, unit: 'A', periods: [period] };
  const [first] = stations as [SimulatedStation];
  await command(first.id, 'set-charging-profile', { ...below, startsAt: new Date().toISOString() });
  await sigec.api.post('/api/sites/depot/energy/plan/apply');
  expect(defaults()[0]).toBe(5);
  await command(first.id, 'clear-charging-profiles', { evseId: 1, stackLevel: 1 });
});

test('three cars at a connection of 63 A hold it, and no change on the way passes it', async () => {
  highestA = 0;
  for (const station of stations) await plugIn(station);
  await expect.poll(sumA, patience).toBeGreaterThan(60);
  const plan = await planOf();
  expect(plan.cars).toHaveLength(3);
  expect(Math.max(...(plan.nodes.find(({ nodeId }) => nodeId === 'grid')?.plannedA ?? []).flat())).toBeLessThan(63.1);
  expect(highestA).toBeLessThanOrEqual(63.05);
});

test('a lower limit for a while is held at once', async () => {
  await sigec.api.put('/api/sites/depot/energy/limits', { nodeId: 'grid', limitA: 30 });
  await expect.poll(sumA, patience).toBeLessThanOrEqual(30.05);
  await sigec.api.delete('/api/sites/depot/energy/limits/grid');
  expect(highestA).toBeLessThanOrEqual(63.05);
});

test('a station that restarted and lost its profiles is told again, its default too', async () => {
  const [, second] = stations as [SimulatedStation, SimulatedStation, SimulatedStation];
  const purposes = () => second.profiles.find(1, {}).map(({ profile }) => profile.chargingProfilePurpose);
  second.profiles.clear({});
  expect(purposes()).toEqual([]);
  second.trigger({ action: 'BootNotification' });
  await expect.poll(() => purposes().toSorted(), patience).toEqual(['TxDefaultProfile', 'TxProfile']);
});

test('a station is cut: the others rise only as far as what it may still draw allows', async () => {
  const [first, ...others] = stations as [SimulatedStation, SimulatedStation, SimulatedStation];
  first.loseNetwork();
  await expect
    .poll(async () => (await planOf()).cars.find(({ stationId }) => stationId === first.id)?.delivery.state, patience)
    .toBe('offline');
  first.visits.unplug(1);
  await sigec.api.post('/api/sites/depot/energy/plan/apply');
  const heldA = first.profiles.limitA(1, new Date()) ?? 32;
  const othersA = others.reduce((sum, station) => sum + allowedA(station), 0);
  expect(othersA + heldA).toBeLessThanOrEqual(63.05);
  expect(highestA).toBeLessThanOrEqual(63.05);
});
