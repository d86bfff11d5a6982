import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EnergyStatus } from '../../src/contract/energy/energy-plan.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import type { ProfileQuirk } from '../../src/simulator/profile-quirks.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { SimulatedVehicle } from '../../src/simulator/vehicle.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

const token = 'QUIRKS-CAIO';
const patience = { timeout: 150_000, interval: 250 };
const odd: [OcppVersion, ProfileQuirk][] = [
  ['1.6', 'needs-relative'],
  ['2.0.1', 'ignores-profiles'],
  ['2.1', 'stale-profile'],
];

let sigec: TestSigec;
let stations: SimulatedStation[];

const statusOf = () => sigec.api.get<EnergyStatus>('/api/sites/lab/energy/status');
const findingsOf = async (number: number) =>
  (await statusOf()).stations.find(({ stationId }) => stationId === `OQ-${number}`)?.findings;

beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await sigec.api.post('/api/tokens', { value: token });
  await sigec.api.post('/api/sites', { id: 'lab', name: 'Lab', timeZone: 'UTC', currency: 'EUR' });
  stations = odd.map(
    ([version, quirk], index) =>
      new SimulatedStation({
        id: `OQ-${index + 1}`,
        version,
        url: sigec.addresses.ocpp.slice(0, -1),
        statusEverySeconds: 0,
        sampleEverySeconds: 1,
        profileQuirks: [quirk],
      }),
  );
  for (const station of stations) station.start();
  await vi.waitFor(() => expect(stations.every(({ isOnline }) => isOnline)).toBe(true), patience);
  for (const { id } of stations) await sigec.api.put(`/api/sites/lab/stations/${id}`, {});
  for (const station of stations) {
    station.visits.plugIn(1, new SimulatedVehicle({ capacityWh: 80_000, acW: 22_000, dcW: 100_000 }, 0.2));
    expect(await station.present({ evseId: 1, token, isBeforeCable: false })).toBe('started');
  }
  const evses = stations.map(({ id }) => ({
    id: `${id}:1`,
    parentId: 'grid',
    kind: 'evse',
    evse: { stationId: id, evseId: 1 },
  }));
  const grid = { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 80 };
  await sigec.api.put('/api/sites/lab/energy', { mode: 'control', tree: { nodes: [grid, ...evses] } });
});

afterAll(async () => {
  await Promise.all(stations.map((station) => station.stop()));
  await sigec[Symbol.asyncDispose]();
});

test('a station that refuses absolute profiles gets relative ones', async () => {
  await expect.poll(() => findingsOf(1), patience).toEqual(['rejects-absolute']);
  const kinds = () => stations[0]?.profiles.find(1, {}).map(({ profile }) => profile.chargingProfileKind);
  await expect.poll(kinds, patience).toEqual(['Relative', 'Relative']);
});

test('a profile that somebody left in a station is removed', async () => {
  await expect.poll(() => findingsOf(3), patience).toEqual(['stale-profile']);
  expect(stations[2]?.profiles.all.map(({ profile }) => profile.id)).not.toContain(99_001);
  await expect.poll(() => stations[2]?.profiles.limitA(1, new Date()), patience).toBeGreaterThan(8);
});

test('one that ignores profiles is found, and the others leave it what it draws', async () => {
  // Below what its car draws anyway.
  await sigec.api.put('/api/sites/lab/energy/limits', { nodeId: 'grid', limitA: 40 });
  await expect.poll(() => findingsOf(2), patience).toContain('ignores-profiles');
  const othersA = () =>
    [stations[0], stations[2]].reduce((sum, station) => sum + (station?.profiles.limitA(1, new Date()) ?? 32), 0);
  await expect.poll(othersA, patience).toBeLessThanOrEqual(12.05);
  const { warnings } = await statusOf();
  expect(warnings.map(({ code }) => code)).toContain('station-not-following');
});

test('what was learned is forgotten when somebody asks, and learned again', async () => {
  await sigec.api.delete('/api/sites/lab/energy/stations/OQ-1/learned');
  expect(await findingsOf(1)).toEqual([]);
  await expect.poll(() => findingsOf(1), patience).toEqual(['rejects-absolute']);
  await expect(sigec.api.delete('/api/sites/lab/energy/stations/NOBODY/learned')).rejects.toThrow(/NOBODY/);
});
